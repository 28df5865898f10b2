import 'server-only';
import { Mailto } from '../../blocks/mailto/mailto.tsx';
import type { Menu } from '../../content/site.ts';
import { site } from '../../site/config.ts';
import styles from './application-footer.module.css';
import { toLegalColumn } from './footer.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The footer of the application page: help, legal links and the theme switch. */
export const ApplicationFooter = ({ legal }: { readonly legal: Menu | null }) => (
  <footer className={styles.footer}>
    <div className={`container ${styles.content}`}>
      <p>
        Stuck? <Mailto email={site.supportEmail} subject={`${site.name} Website - RSOC application`} />
      </p>
      <nav aria-label="Legal">
        <ul className={styles.list}>
          {toLegalColumn(legal).links.map(({ label, ...link }) => (
            <li key={`${link.href} ${label}`}>
              <a {...link} className={styles.link}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ThemeSwitch />
    </div>
  </footer>
);
