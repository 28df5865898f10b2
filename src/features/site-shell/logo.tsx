import 'server-only';
import { editable } from '../../blocks/editable/editable.tsx';
import { LOGO } from '../../site/brand.ts';
import { site } from '../../site/config.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './logo.module.css';

const LogoMark = () => (
  <svg className={styles.mark} viewBox={`0 0 ${LOGO.size} ${LOGO.size}`} width="36" height="36" aria-hidden="true">
    <path d={LOGO.plate} fill="var(--plate)" />
    <path d={LOGO.border} fill="none" stroke="var(--on-plate)" strokeWidth={LOGO.borderWidth} />
    <path d={LOGO.sign} fill="var(--on-plate)" />
  </svg>
);

/** Logo and name, linked to the home page. */
export const LogoLink = () => (
  <a href={toSitePath('/')} className={styles.link} {...editable('site')}>
    <LogoMark />
    <span>{site.name}</span>
  </a>
);
