import 'server-only';
import { editable } from '../../blocks/editable/editable.tsx';
import type { Menu } from '../../content/site.ts';
import { site } from '../../site/config.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './header.module.css';
import { LogoLink } from './logo.tsx';
import { fitsOnPhone, type MenuItem, type MenuLink, splitHeader, toHeaderItems } from './menu.ts';

const MENU = 'site-menu';

const LOGIN: MenuLink | null = site.loginUrl === null ? null : { label: 'Log in', href: site.loginUrl };

const toCurrent = (path: string, href: string): 'page' | 'true' | undefined => {
  const target = href.replace(/(?<=.)\/$/, '');
  if (path === target) return 'page';
  return target !== '/' && path.startsWith(`${target}/`) ? 'true' : undefined;
};

const Link = ({ link: { label, href }, path }: { readonly link: MenuLink; readonly path: string }) => (
  <a href={href} aria-current={toCurrent(path, href)} className={styles.link}>
    {label}
  </a>
);

type GroupProps = {
  readonly id: string;
  readonly label: string;
  readonly links: readonly MenuLink[];
  readonly path: string;
  /** Whether the links belong together, so that small screens indent those after the first. */
  readonly isIndented?: boolean;
};

/** Links in a popover that a button opens. On small screens they are part of the menu's list instead, without the button. */
const Group = ({ id, label, links, path, isIndented = true }: GroupProps) => (
  <li className={styles.group}>
    <button type="button" className={styles.link} popoverTarget={id}>
      {label}
      <svg viewBox="0 0 12 8" width="12" height="8" aria-hidden="true" className={styles.arrow}>
        <path d="M1 1.500l5 5 5-5" />
      </svg>
    </button>
    <ul id={id} popover="auto" aria-label={label} data-indented={isIndented ? '' : undefined} className={styles.links}>
      {links.map((link) => (
        <li key={`${link.href} ${link.label}`}>
          <Link link={link} path={path} />
        </li>
      ))}
    </ul>
  </li>
);

type ItemsProps = { readonly items: readonly MenuItem[]; readonly path: string; readonly id: string };

/** Entries may share a label or a URL, but no two are the same (`toHeaderItems`). */
const toKey = (item: MenuItem): string =>
  'links' in item ? `${item.label} ${item.links.map(({ href }) => href).join(' ')}` : `${item.label} ${item.href}`;

const Items = ({ items, path, id }: ItemsProps) =>
  items.map((item, index) =>
    'links' in item ? (
      <Group key={toKey(item)} id={`${id}-${index}`} label={item.label} links={item.links} path={path} />
    ) : (
      <li key={toKey(item)}>
        <Link link={item} path={path} />
      </li>
    ),
  );

/** Replaces groups by their links, because a group in the overflow would be a popover in a popover. */
const toLinks = (items: readonly MenuItem[]): readonly MenuLink[] =>
  items.flatMap((item) => ('links' in item ? item.links : [item]));

/** The call to action beside the menu button of small screens. */
const Action = ({ item }: { readonly item: MenuItem | undefined }) =>
  item &&
  !('links' in item) && (
    <a
      href={item.href}
      className={styles.action}
      data-fits-on-phone={fitsOnPhone(item, site.name) ? '' : undefined}
      data-print="none"
    >
      {item.label}
    </a>
  );

/**
 * Logo and main navigation. On small screens the navigation is a native popover: the browser opens it, closes it on Escape
 * or a tap outside, and exposes its state to assistive technology, without a script. On large screens, each group of entries is a
 * popover too, and so are the entries that do not fit into the header.
 */
export const Header = ({ path, menu }: { readonly path: string; readonly menu: Menu | null }) => {
  const { visible, overflow, last } = splitHeader(toHeaderItems(menu), site.name, LOGIN);

  return (
    <header className={styles.header}>
      <div className={`container ${styles.content}`}>
        <LogoLink />
        <Action item={last} />
        <button type="button" className={styles.toggle} popoverTarget={MENU} data-print="none">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={styles.lines}>
            <path d="M3 7h18" />
            <path d="M3 17h18" />
          </svg>
          <span className={styles.words}>
            <span>Menu</span>
            <span>Close</span>
          </span>
        </button>
        {/* The key changes on navigation, which replaces the element and so closes the menu. */}
        <nav
          key={path}
          id={MENU}
          popover="auto"
          aria-label="Main"
          className={styles.navigation}
          {...editable('menus/header')}
        >
          <ul className={styles.list}>
            <Items items={visible} path={path} id={MENU} />
            {overflow.length > 0 && (
              <Group id={`${MENU}-more`} label="More" links={toLinks(overflow)} path={path} isIndented={false} />
            )}
            {LOGIN && (
              <li>
                {/* `nofollow` prevents prerendering: the login may be on this host. */}
                <a href={LOGIN.href} rel="nofollow" className={styles.link}>
                  {LOGIN.label}
                </a>
              </li>
            )}
            {last && <Items items={[last]} path={path} id={`${MENU}-last`} />}
          </ul>
        </nav>
      </div>
    </header>
  );
};

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
