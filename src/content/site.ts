import 'server-only';
import { z } from 'zod';
import { env } from '../env.ts';
import { group, listOf, orEmpty, PlainText, RawText } from './acf.ts';
import { list, phone, register, text, textarea, toFields } from './editor-fields.ts';
import { toHref } from './links.ts';
import { defineReader } from './reader.ts';
import { PageSeo } from './seo.ts';
import { SiteTexts } from './site-texts.ts';
import { nullIfMissing } from './source.ts';

const Label = PlainText.pipe(z.string().min(1, 'is empty'));

const Href = RawText.transform(toHref);

const MenuLink = z
  .object({ label: Label, url: Href.pipe(z.string({ error: 'leads nowhere' })) })
  .transform(({ label, url }) => ({ label, href: url }));

/** `href` is a result of `toHref`; null: the entry only groups its children. */
const MenuEntry = z
  .object({ label: Label, url: Href, children: listOf(MenuLink, 'menu entry') })
  .refine(({ url, children }) => url !== null || children.length > 0, { path: ['url'], error: 'leads nowhere' })
  .transform(({ label, url, children }) => ({ label, href: url, children }));

export type MenuEntry = z.output<typeof MenuEntry>;

/** Null if there is no menu or it has no usable entry; the site then shows its own menu. */
const Menu = orEmpty(z.object({ name: PlainText, items: listOf(MenuEntry, 'menu entry') }), null).transform((menu) =>
  menu === null || menu.items.length === 0 ? null : { name: menu.name, entries: menu.items },
);

export type Menu = NonNullable<z.output<typeof Menu>>;

/** An instant in UTC; the form in WordPress shows it in the time zone of WordPress. A notice with an invalid one is not shown. */
const instant = (label: string) => register(orEmpty(z.iso.datetime(), null), { type: 'date-time', label });

const Notice = z
  .object({
    text: register(Label.clone(), { type: 'text', label: 'Text', required: true, maxLength: 160 }),
    url: register(Href.clone(), { type: 'url', label: 'Link', help: 'A path such as /contact, or an address.' }),
    from: instant('From'),
    until: instant('Until'),
  })
  .transform(({ text, url, from, until }) => ({ text, href: url, from, until }));

/** A line at the top of every page. `from` and `until` are ISO strings in UTC; null: no limit. */
export type Notice = z.output<typeof Notice>;

const Fields = z.object({
  name: text({
    label: 'Name',
    help: 'Beside the logo, in titles and wherever a text contains {brand}. Empty: the name that the site is configured with.',
    maxLength: 40,
  }),
  description: textarea({
    label: 'Description',
    help: 'In the footer, and in search results of pages that have no description of their own. Empty: the one that the site is configured with.',
    maxLength: 200,
  }),
  phone: phone({
    label: 'Telephone',
    help: 'In the footer and beside the contact form, with the country code. Empty: not shown.',
    example: '+49 40 123456',
  }),
  hours: text({
    label: 'Hours',
    help: 'When you answer the telephone, with the time zone. Shown below the number.',
    maxLength: 60,
  }),
  notices: list(Notice, {
    label: 'Notices',
    help: 'A short line at the top of every page, for example about a holiday. Without dates it is shown until you remove it. Times are in the time zone %s.',
    itemLabel: 'Notice',
    max: 5,
  }),
  ...SiteTexts.shape,
});

/** The fields of the screen "Name and notices" in WordPress, for `schema.json`. The plugin replaces `%s` with its time zone. */
export const SITE_FIELDS = toFields(Fields);

const Body = Fields.extend({
  menus: group(z.object({ header: Menu, footer_1: Menu, footer_2: Menu, footer_3: Menu, legal: Menu })),
  seo: group(z.object({ homepage: PageSeo, faqpage: PageSeo })),
}).transform(
  ({
    name,
    description,
    call_to_action: callToAction,
    contact_form: contactForm,
    event_list: eventList,
    menus: { footer_1, footer_2, footer_3, ...menus },
    ...rest
  }) => ({
    ...rest,
    callToAction,
    contactForm,
    eventList,
    name: name || env.SITE_NAME,
    description: description || env.SITE_DESCRIPTION,
    menus: { ...menus, footer: [footer_1, footer_2, footer_3] },
  }),
);

/** `hours` says when the phone is answered. `phone` and `hours` are empty if they are not to be shown. */
export type Site = z.output<typeof Body>;

const DEFAULTS = Body.parse({});

/**
 * Reads the content that all pages share, such as the name and the menus, and the metadata of the home and FAQ pages. The
 * default values apply if WordPress does not have this route, for example because its plugin is older.
 */
export const readSite = defineReader({
  name: 'site',
  tags: ['site'],
  read: async (source): Promise<Site> =>
    (await nullIfMissing(source.read('/wp-json/api/site', {}, Body)))?.value ?? DEFAULTS,
});

/** The notices to show at an instant, an ISO string in UTC. */
export const currentNotices = (notices: readonly Notice[], now: string): readonly Notice[] =>
  notices.filter(({ from, until }) => {
    const time = Date.parse(now);
    return (from === null || Date.parse(from) <= time) && (until === null || time < Date.parse(until));
  });
