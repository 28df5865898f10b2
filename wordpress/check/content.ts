import { z } from 'zod';

const Rendered = z.object({ rendered: z.string().default('') }).default({ rendered: '' });

const Item = z.looseObject({
  id: z.number(),
  slug: z.string().default(''),
  title: Rendered,
  content: Rendered,
  modified_gmt: z.string().default(''),
  acf: z.unknown(),
  seo: z.unknown().optional(),
});

export type Item = z.output<typeof Item>;

const Items = z.array(Item).default([]);
const Fields = z.object({ acf: z.unknown() }).default({ acf: false });

const Redirects = z
  .object({ redirects: z.array(z.object({ from: z.string(), to: z.string() })).default([]) })
  .default({ redirects: [] });

const Text = z.string().catch('');
const MenuEntry = z.object({
  label: Text,
  url: Text,
  get children() {
    return z.array(MenuEntry).default([]);
  },
});
const Site = z
  .object({
    notices: z.array(z.object({ text: Text, url: Text, until: Text })).default([]),
    menus: z.record(z.string(), z.object({ name: Text, items: z.array(MenuEntry) }).nullable()).default({}),
    seo: z.object({ homepage: z.unknown().optional(), faqpage: z.unknown().optional() }).default({}),
  })
  .default({ notices: [], menus: {}, seo: {} });

/** The responses of the CMS, parsed less strictly than by the site, because the check has to report what the site would leave out. */
export const Content = z
  .object({
    'wp/v2/pages': Items,
    'wp/v2/posts': Items,
    'wp/v2/events': Items,
    'wp/v2/faq': Items,
    'api/homepage': Fields,
    'api/faqpage': Fields,
    'api/redirects': Redirects,
    'api/site': Site,
  })
  .transform((files) => ({
    pages: files['wp/v2/pages'],
    posts: files['wp/v2/posts'],
    events: files['wp/v2/events'],
    faq: files['wp/v2/faq'],
    homepage: files['api/homepage'].acf,
    faqpage: files['api/faqpage'].acf,
    redirects: files['api/redirects'].redirects,
    site: files['api/site'],
  }));

export type Content = z.output<typeof Content>;
