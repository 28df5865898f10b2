import { expect, test } from 'vitest';
import { fitsOnPhone, splitHeader, toFooterLinks, toHeaderItems } from '../../../../src/features/site-shell/menu.ts';

const entry = (label: string, href: string | null, children: readonly { label: string; href: string }[] = []) => ({
  label,
  href,
  children: [...children],
});
const menu = (...entries: ReturnType<typeof entry>[]) => ({ name: 'Main', entries });
const link = (label: string, href: string) => ({ label, href });

test('an entry with children is a group that begins with its own link', () => {
  const items = toHeaderItems(
    menu(
      entry('Solutions', '/solutions', [link('RSOC', '/rsoc-for-domains-application')]),
      entry('Legal', null, [link('Terms', '/agb')]),
      entry('Elsewhere', 'https://example.org/agb'),
    ),
  );

  expect(items).toEqual([
    { label: 'Solutions', links: [link('Solutions', '/solutions'), link('RSOC', '/RSOC-for-domains-application')] },
    { label: 'Legal', links: [link('Terms', '/agb.php')] },
    link('Elsewhere', 'https://example.org/agb'),
  ]);
});

test('an entry that occurs twice is shown once', () => {
  const twice = menu(entry('News', '/news'), entry('News', '/news'), entry('Latest', '/news'));

  expect(toHeaderItems(twice)).toEqual([link('News', '/news'), link('Latest', '/news')]);
  expect(toFooterLinks(twice)).toEqual([link('News', '/news'), link('Latest', '/news')]);
});

test('a footer column lists children after their parents, and leaves out a parent without a link', () => {
  const column = menu(
    entry('Company', null, [link('About', '/about-us')]),
    entry('News', '/news', [link('Feed', '/x')]),
  );

  expect(toFooterLinks(column)).toEqual([link('About', '/about-us'), link('News', '/news'), link('Feed', '/x')]);
});

const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);
const items = (...names: string[]) => names.map((name) => link(name, `/${name.toLowerCase()}`));

test('the header has space for all entries of the site and a link to the login', () => {
  const { visible, overflow, last } = splitHeader(toHeaderItems(null), 'Freehold', link('Log in', 'https://x.test'));

  expect(labels(visible)).toEqual(['Solutions', 'RSOC', 'About us', 'News', 'Events', 'FAQ', 'Contact']);
  expect(overflow).toEqual([]);
  expect(last?.label).toBe('Open an account');
});

test('entries that do not fit into the header overflow, except for the last entry', () => {
  const names = 'Solutions, Company, Nameservers, Portfolio audit, News, Events, Questions, Jobs, Contact'.split(', ');
  const { visible, overflow, last } = splitHeader(items(...names), 'Freehold');

  expect(overflow.length).toBeGreaterThan(0);
  expect(last?.label).toBe('Contact');
  expect([...labels(visible), ...labels(overflow), 'Contact']).toEqual(names);
});

test('the header on a phone shows the call to action only if it fits beside the name of the site', () => {
  expect(fitsOnPhone(link('Open an account', '/contact'), 'Freehold')).toBe(true);
  expect(fitsOnPhone(link('Open an account today', '/contact'), 'Freehold')).toBe(false);
  expect(fitsOnPhone(link('Open an account', '/contact'), 'A much longer name')).toBe(false);
});

test('the header may have no entries, or an entry that is wider than the header', () => {
  expect(splitHeader([], 'Freehold')).toEqual({ visible: [], overflow: [], last: undefined });
  const { visible, overflow } = splitHeader(items('x'.repeat(200), 'Contact'), 'Freehold');
  expect([visible.length, overflow.length]).toEqual([0, 1]);
});
