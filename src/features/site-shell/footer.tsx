import 'server-only';
import { editable } from '../../blocks/editable/editable.tsx';
import { LaneLine } from '../../blocks/lane-line/lane-line.tsx';
import { Mailto } from '../../blocks/mailto/mailto.tsx';
import { Telephone } from '../../blocks/telephone/telephone.tsx';
import type { Menu, Site } from '../../content/site.ts';
import { site } from '../../site/config.ts';
import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import { DEFAULT_COLUMNS, DEFAULT_LEGAL } from './default-menus.ts';
import styles from './footer.module.css';
import { LogoLink } from './logo.tsx';
import { type MenuLink, toFooterLinks } from './menu.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** `data-consent-settings` marks the link that opens the cookie settings. Without scripts it leads to a description of them. */
type FooterLink = MenuLink & { readonly 'data-consent-settings'?: '' };

type Column = {
  readonly title: string;
  readonly links: readonly FooterLink[];
  /** As in `editable`. */
  readonly item: string;
};

const COOKIE_SETTINGS: FooterLink = {
  label: 'Cookie settings',
  href: `${toSitePath('/privacy-policy')}#cookies`,
  'data-consent-settings': '',
};

/** The legal links of the menu, or the default ones, and the cookie settings. */
export const toLegalColumn = (menu: Menu | null): Column => ({
  title: DEFAULT_LEGAL.title,
  item: 'menus/legal',
  links: [...(menu === null ? DEFAULT_LEGAL.links : toFooterLinks(menu)), COOKIE_SETTINGS],
});

type FooterMenus = { readonly menus: readonly (Menu | null)[]; readonly legal: Menu | null };

type FooterProps = FooterMenus & Pick<Site, 'phone' | 'hours'>;

const toColumns = ({ menus, legal }: FooterMenus): readonly Column[] => [
  ...menus.flatMap((menu, index) => {
    const column = menu === null ? DEFAULT_COLUMNS[index] : { title: menu.name, links: toFooterLinks(menu) };
    return column === undefined ? [] : { ...column, item: `menus/footer_${index + 1}` };
  }),
  toLegalColumn(legal),
];

/** The footer: what the site is, all links, contact details and the theme switch. */
export const Footer = ({ phone, hours, ...menus }: FooterProps) => (
  <footer className={styles.footer}>
    <div className={`container ${styles.content}`}>
      <div className={styles.brand} {...editable('site')}>
        <LogoLink />
        <p>{site.description}</p>
      </div>
      <nav aria-label="Footer" className={styles.columns}>
        {toColumns(menus).map(({ title, links, item }) => (
          <div key={title} {...editable(item)}>
            <h2 className="label muted">{title}</h2>
            <ul className={styles.list}>
              {links.map(({ label, ...link }) => (
                <li key={`${link.href} ${label}`}>
                  <a {...link}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div {...editable('site')}>
          <h2 className="label muted">Contact</h2>
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
                {hours !== '' && <p className="note">{hours}</p>}
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
