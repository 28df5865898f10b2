import 'server-only';
import { LaneLine } from '../../blocks/lane-line/lane-line.tsx';
import { Mailto } from '../../blocks/mailto/mailto.tsx';
import { Telephone } from '../../blocks/telephone/telephone.tsx';
import type { Menu, Site } from '../../content/site.ts';
import { site } from '../../site/config.ts';
import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './footer.module.css';
import { LogoLink } from './logo.tsx';
import { type MenuLink, toFooterLinks } from './menu.ts';
import { ThemeSwitch } from './theme-switch.tsx';

type Column = { readonly title: string; readonly links: readonly MenuLink[]; readonly hasCookieSettings?: boolean };

const DEFAULT_LEGAL: Column = {
  title: 'Legal',
  hasCookieSettings: true,
  links: [
    { label: 'Privacy policy', href: toSitePath('/privacy-policy') },
    { label: 'Terms', href: toSitePath('/agb.php') },
    { label: 'Imprint', href: toSitePath('/imprint') },
    { label: 'Accessibility', href: toSitePath('/accessibility') },
  ],
};

/** The default columns; null: a column that only editors can fill. */
const DEFAULT_COLUMNS: readonly (Column | null)[] = [
  {
    title: 'Platform',
    links: [
      { label: 'Solutions', href: toSitePath('/solutions') },
      { label: 'RSOC for domains', href: toSitePath('/RSOC-for-domains-application') },
      { label: 'FAQ', href: toSitePath('/faq') },
      { label: 'Nameserver guide', href: toSitePath('/nameserver-setup') },
      { label: 'Portfolio audit', href: toSitePath('/portfolio-audit') },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About us', href: toSitePath('/about-us') },
      { label: 'News', href: toSitePath('/news') },
      { label: 'Events', href: toSitePath('/events') },
    ],
  },
  null,
];

const toColumn = (menu: Menu): Column => ({ title: menu.name, links: toFooterLinks(menu) });

/** The legal links of the menu, or the default ones. */
export const toLegalColumn = (menu: Menu | null): Column =>
  menu === null ? DEFAULT_LEGAL : { ...DEFAULT_LEGAL, links: toFooterLinks(menu) };

type FooterMenus = { readonly menus: readonly (Menu | null)[]; readonly legal: Menu | null };

type FooterProps = FooterMenus & Pick<Site, 'phone' | 'hours'>;

const toColumns = ({ menus, legal }: FooterMenus): readonly Column[] => [
  ...DEFAULT_COLUMNS.flatMap((column, index) => {
    const menu = menus[index] ?? null;
    return (menu === null ? column : toColumn(menu)) ?? [];
  }),
  toLegalColumn(legal),
];

/** The footer: what the site is, all links, contact details and the theme switch. */
export const Footer = ({ phone, hours, ...menus }: FooterProps) => (
  <footer className={styles.footer}>
    <div className={`container ${styles.content}`}>
      <div className={styles.brand} data-print="none">
        <LogoLink />
        <p>{site.description}</p>
      </div>
      <nav aria-label="Footer" className={styles.columns} data-print="none">
        {toColumns(menus).map(({ title, links, hasCookieSettings }) => (
          <div key={title}>
            <h2 className={styles.title}>{title}</h2>
            <ul className={styles.list}>
              {links.map(({ label, href }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
              {hasCookieSettings && (
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
              <a href={toContactUrl('abuse')}>Report abuse</a>
            </li>
            <li>
              <Mailto email={site.supportEmail} subject={`${site.name} Website - support`} />
            </li>
            {phone !== '' && (
              <li>
                <Telephone number={phone} />
                {hours !== '' && <p className={styles.hours}>{hours}</p>}
              </li>
            )}
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
