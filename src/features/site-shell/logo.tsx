import 'server-only';
import { site } from '../../site/config.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './logo.module.css';

/** The logo: a parking sign whose P contains a dot, like a domain name. */
const LogoMark = () => (
  <svg className={styles.mark} viewBox="0 0 48 48" width="36" height="36" aria-hidden="true">
    <rect width="48" height="48" rx="6" fill="var(--plate)" />
    <rect x="2.5" y="2.5" width="43" height="43" rx="4" fill="none" stroke="var(--on-plate)" strokeWidth="1.5" />
    <path d="M14 9.5h7v29h-7z" fill="var(--on-plate)" />
    <circle cx="27" cy="19" r="9.5" fill="var(--on-plate)" />
  </svg>
);

/** Logo and name, linked to the home page. */
export const LogoLink = () => (
  <a href={toSitePath('/')} className={styles.link}>
    <LogoMark />
    <span>{site.name}</span>
  </a>
);
