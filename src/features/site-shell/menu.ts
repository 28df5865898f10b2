import 'server-only';
import type { Menu, MenuEntry } from '../../content/site.ts';
import { toPagePath } from '../../site/routes.ts';
import { toSitePath } from '../../site/urls.ts';
import { DEFAULT_HEADER } from './default-menus.ts';

export type MenuLink = { readonly label: string; readonly href: string };

export type MenuGroup = { readonly label: string; readonly links: readonly MenuLink[] };

export type MenuItem = MenuLink | MenuGroup;

const OWN_PAGE = /^\/([^/?#]+)\/?$/;

/** The `href` of an entry. Pages of the CMS that have a route of their own, such as the terms, have another path on the site. */
const toMenuHref = (href: string): string => {
  const slug = OWN_PAGE.exec(href)?.[1];
  return slug === undefined ? href : toSitePath(toPagePath(slug));
};

const toLink = ({ label, href }: MenuLink): MenuLink => ({ label, href: toMenuHref(href) });

/** Removes repeated links and entries. */
const unique = <Item extends MenuLink | MenuEntry>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

/** The entries of the header. An entry with children becomes a group, in which its own link comes first. */
export const toHeaderItems = (menu: Menu | null): readonly MenuItem[] =>
  menu === null
    ? DEFAULT_HEADER
    : unique(menu.entries).map(({ label, href, children }) => {
        if (href !== null && children.length === 0) return toLink({ label, href });
        const own = href === null ? [] : [{ label, href }];
        return { label, links: unique([...own, ...children].map(toLink)) };
      });

/** The links of a footer column, children after their parents; a parent without a link is left out. */
export const toFooterLinks = (menu: Menu): readonly MenuLink[] =>
  unique(
    menu.entries.flatMap(({ label, href, children }) =>
      [...(href === null ? [] : [{ label, href }]), ...children].map(toLink),
    ),
  );

/*
 * In pixels. `HEADER_WIDTH` is the space in the narrowest header that shows its entries side by side (64rem without its margins). The
 * widths of the logo and of entries are estimated from the average width of a letter in the site's fonts.
 */
const HEADER_WIDTH = 960;
const LOGO = { mark: 80, letter: 14 };
const ENTRY = { gap: 24, letter: 7.7 };
const GROUP_ARROW = 16;
const PLATE = 36;
const MORE = 68;
/** The same for phones at least 24rem wide, whose header may show the call to action between the logo and the menu button. */
const PHONE = { width: 352, mark: 46, letter: 10, button: 86, plate: 20, plateLetter: 8 };

const widthOf = (item: MenuItem): number =>
  item.label.length * ENTRY.letter + ENTRY.gap + ('links' in item ? GROUP_ARROW : 0);

/**
 * Splits the entries into those that fit into the header, those that overflow into the group “More”, and the last one, which is the call
 * to action and always stays visible, like the link to the login.
 */
export const splitHeader = (items: readonly MenuItem[], siteName: string, login: MenuLink | null = null) => {
  const last = items.at(-1);
  const others = items.slice(0, -1);
  const pinned = (last ? widthOf(last) + PLATE : 0) + (login ? widthOf(login) : 0);
  const available = HEADER_WIDTH - LOGO.mark - siteName.length * LOGO.letter - pinned;
  const total = others.reduce((sum, item) => sum + widthOf(item), 0);
  if (total <= available) return { visible: others, overflow: [], last };
  let remaining = available - MORE;
  const overflowStart = others.findIndex((item) => {
    remaining -= widthOf(item);
    return remaining < 0;
  });
  return { visible: others.slice(0, overflowStart), overflow: others.slice(overflowStart), last };
};

/** Whether the header of a phone has space for the call to action. */
export const fitsOnPhone = (item: MenuItem, siteName: string): boolean =>
  PHONE.mark + siteName.length * PHONE.letter + item.label.length * PHONE.plateLetter + PHONE.plate + PHONE.button <=
  PHONE.width;
