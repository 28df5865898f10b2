import type { CheckContext } from './check-fields.ts';
import type { Content } from './content.ts';
import { type Finding, warning } from './finding.ts';

type Site = Content['site'];
type MenuEntry = NonNullable<Site['menus'][string]>['items'][number];

const checkEntries = (entries: readonly MenuEntry[], where: readonly string[], context: CheckContext): Finding[] =>
  entries.flatMap(({ label, url, children }) => [
    // An entry without a link groups others.
    ...(url === '' ? [] : context.links.check(url, context.page, [...where, label])),
    ...checkEntries(children, [...where, label], context),
  ]);

/** Checks the notices and the menus, which are part of every page. */
export const checkSite = ({ notices, menus }: Site, now: Date, context: CheckContext): Finding[] => [
  ...notices.flatMap(({ text, url, until }) => {
    const where = [`Notice “${text}”`];
    const hasEnded = until !== '' && Date.parse(until) < now.getTime();
    return [
      ...(url === '' ? [] : context.links.check(url, context.page, where)),
      ...(hasEnded ? [warning(where, `It ended on ${until.slice(0, 10)}, so nobody sees it. Remove it.`)] : []),
    ];
  }),
  ...Object.values(menus).flatMap((menu) =>
    menu === null ? [] : checkEntries(menu.items, [`Menu “${menu.name}”`], context),
  ),
];
