import type { Place } from './check-fields.ts';
import type { Content } from './content.ts';
import { type Finding, warning } from './finding.ts';

type Site = Content['site'];
type MenuEntry = NonNullable<Site['menus'][string]>['items'][number];

const checkEntries = (entries: readonly MenuEntry[], where: readonly string[], place: Place): Finding[] =>
  entries.flatMap(({ label, url, children }) => [
    // An entry without a link groups others.
    ...(url === '' ? [] : place.links.check(url, place.page, [...where, label])),
    ...checkEntries(children, [...where, label], place),
  ]);

/** Checks the notices and the menus, which are part of every page. */
export const checkSite = ({ notices, menus }: Site, now: Date, place: Place): Finding[] => [
  ...notices.flatMap(({ text, url, until }) => {
    const where = [`Notice “${text}”`];
    const hasEnded = until !== '' && Date.parse(until) < now.getTime();
    return [
      ...(url === '' ? [] : place.links.check(url, place.page, where)),
      ...(hasEnded ? [warning(where, `It ended on ${until.slice(0, 10)}, so nobody sees it. Remove it.`)] : []),
    ];
  }),
  ...Object.values(menus).flatMap((menu) =>
    menu === null ? [] : checkEntries(menu.items, [`Menu “${menu.name}”`], place),
  ),
];
