import 'server-only';
import { routes } from '../../site/routes.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './header.module.css';
import { LogoLink } from './logo.tsx';

const MENU = 'site-menu';

const toCurrent = (path: string, own: string): 'page' | 'true' | undefined => {
  if (path === own) return 'page';
  return path.startsWith(`${own}/`) ? 'true' : undefined;
};

/**
 * Logo and main navigation. On small screens the navigation is a native popover: the browser opens it, closes it on Escape
 * or a tap outside, and exposes its state to assistive technology, without a script.
 */
export const Header = ({ path }: { readonly path: string }) => (
  <header className={styles.header}>
    <div className={`container ${styles.content}`}>
      <LogoLink />
      <button type="button" className={styles.toggle} popoverTarget={MENU} data-print="none">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={styles.lines}>
          <path d="M3 7h18" />
          <path d="M3 17h18" />
        </svg>
        Menu
      </button>
      {/* The key closes the menu on navigation, because it replaces the element. */}
      <nav key={path} id={MENU} popover="auto" aria-label="Main" className={styles.navigation}>
        <ul className={styles.list}>
          {routes.map(
            (route) =>
              route.navigation && (
                <li key={route.path}>
                  <a href={toSitePath(route.path)} aria-current={toCurrent(path, route.path)} className={styles.link}>
                    {route.navigation}
                  </a>
                </li>
              ),
          )}
        </ul>
      </nav>
    </div>
  </header>
);

/** A reduced header for pages with a single task: links to the home page and the contact page only. */
export const FocusedHeader = () => (
  <header className={styles.header}>
    <div className={`container ${styles.content}`}>
      <LogoLink />
      <a href={toSitePath('/contact')} className={styles.help}>
        Ask us first
      </a>
    </div>
  </header>
);
