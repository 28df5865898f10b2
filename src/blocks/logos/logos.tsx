import 'server-only';
import { Icon } from '../icon/icon.tsx';
import styles from './logos.module.css';

type LogosProps = { readonly logos: readonly { readonly name: string; readonly icon: string }[] };

/** Names with their icons, in a row. */
export const Logos = ({ logos }: LogosProps) => (
  <ul className={styles.logos}>
    {logos.map(({ name, icon }) => (
      <li key={name} className={styles.logo}>
        {icon && <Icon name={icon} size={28} />}
        <span>{name}</span>
      </li>
    ))}
  </ul>
);
