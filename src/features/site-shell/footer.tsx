import 'server-only';
import { LaneLine } from '../../blocks/lane-line/lane-line.tsx';
import { Mailto } from '../../blocks/mailto/mailto.tsx';
import { site } from '../../site/config.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './footer.module.css';
import { LogoLink } from './logo.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export const LEGAL_LINKS = [
  { label: 'Privacy policy', path: '/privacy-policy' },
  { label: 'Terms', path: '/agb.php' },
  { label: 'Imprint', path: '/imprint' },
] as const;

const columns = [
  {
    title: 'Platform',
    links: [
      { label: 'Solutions', path: '/solutions' },
      { label: 'RSOC for domains', path: '/RSOC-for-domains-application' },
      { label: 'FAQ', path: '/faq' },
      { label: 'Nameserver guide', path: '/nameserver-setup' },
      { label: 'Portfolio audit', path: '/portfolio-audit' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About us', path: '/about-us' },
      { label: 'News', path: '/news' },
      { label: 'Events', path: '/events' },
    ],
  },
  {
    title: 'Legal',
    links: LEGAL_LINKS,
  },
] as const;

/** The footer: all links, and the company behind the site. */
export const Footer = () => (
  <footer className={styles.footer}>
    <div className={`container ${styles.content}`}>
      <div className={styles.brand} data-print="none">
        <LogoLink />
        <p>{site.description}</p>
      </div>
      <nav aria-label="Footer" className={styles.columns} data-print="none">
        {columns.map(({ title, links }) => (
          <div key={title}>
            <h2 className={styles.title}>{title}</h2>
            <ul className={styles.list}>
              {links.map(({ label, path }) => (
                <li key={path}>
                  <a href={toSitePath(path)}>{label}</a>
                </li>
              ))}
              {title === 'Legal' && (
                <li>
                  <a href={`${toSitePath('/privacy-policy')}#cookies`} data-consent-settings="">
                    Cookie settings
                  </a>
                </li>
              )}
            </ul>
          </div>
        ))}
        <div>
          <h2 className={styles.title}>Contact</h2>
          <ul className={styles.list}>
            <li>
              <a href={toSitePath('/contact')}>Write to us</a>
            </li>
            <li>
              <Mailto email={site.supportEmail} subject={`${site.name} Website - support`} />
            </li>
          </ul>
        </div>
      </nav>
      <p className={`note ${styles.rights}`}>
        © {new Date().getFullYear()} {site.name}
      </p>
      <ThemeSwitch />
    </div>
    <div className={styles.road} aria-hidden="true">
      <LaneLine />
    </div>
  </footer>
);
