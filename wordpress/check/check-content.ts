import { z } from 'zod';
import { listOf } from '../../src/content/acf.ts';
import { Blocks } from '../../src/content/blocks.ts';
import { toContentSchema } from '../../src/content/content-schema.ts';
import { EventEntry, hasRecap } from '../../src/content/events.ts';
import { toInstant } from '../../src/content/instants.ts';
import { PageEntry } from '../../src/content/pages.ts';
import { PostEntry } from '../../src/content/posts.ts';
import { toPlainText } from '../../src/content/safe-html.ts';
import { hasOwnRoute, toEntryPath } from '../../src/site/routes.ts';
import { type CheckContext, checkFields, checkHtml } from './check-fields.ts';
import { checkSeo } from './check-seo.ts';
import { checkSite } from './check-site.ts';
import type { Content, Item } from './content.ts';
import { error, type Finding, warning } from './finding.ts';
import { toSiteLinks } from './site-links.ts';

const schema = toContentSchema();

/** The findings for an item. `name` is its name in the report, such as `Page “Solutions” (/solutions)`. */
export type ItemReport = { readonly name: string; readonly id: number | null; readonly findings: readonly Finding[] };

const KINDS = {
  page: { label: 'Page', collection: 'pages', Entry: PageEntry },
  post: { label: 'Post', collection: 'posts', Entry: PostEntry },
  event: { label: 'Event', collection: 'events', Entry: EventEntry },
  faq: { label: 'Question', collection: 'faq', Entry: null },
} as const;

type Kind = keyof typeof KINDS;

const Row = z.looseObject({ acf_fc_layout: z.string() });
const WithBlocks = z.object({ blocks: z.array(z.unknown()) });

const checkBlock = (value: unknown, position: number, context: CheckContext): Finding[] => {
  const { data: row } = Row.safeParse(value);
  if (!row) return [error([`Block ${position}`], 'This is not a block. Remove it.')];
  const { acf_fc_layout: layout, ...values } = row;
  const block = schema.blocks.find((candidate) => candidate.layout === layout);
  const where = [`Block ${position} (${block?.label ?? layout})`];
  if (!block)
    return [error(where, `The site has no block “${layout}”, so it is not shown. Replace it by another one.`)];

  const findings = checkFields(values, block.fields, where, context);
  const isFilled = block.fields.some(({ name, type }) => name !== 'label' && type !== 'choice' && values[name]);
  if (block.fields.length > 0 && !isFilled)
    return [warning(where, 'The block is empty, so it is not shown. Fill it in or remove it.')];
  const unknown = Object.keys(values).filter((name) => !block.fields.some((field) => field.name === name));
  return [
    ...findings,
    ...unknown.map((name) => warning(where, `The block has no field “${name}”, so its value is not shown.`)),
    ...(findings.some(({ severity }) => severity === 'error') || Blocks.safeParse([row]).data?.length === 1
      ? []
      : [error(where, 'The site cannot read this block, so it is not shown. Compose it again.')]),
  ];
};

const checkBlocks = (acf: unknown, context: CheckContext): Finding[] =>
  (WithBlocks.safeParse(acf).data?.blocks ?? []).flatMap((block, index) => checkBlock(block, index + 1, context));

const checkTitle = (title: string, maxLength: number): Finding[] => {
  if (title === '') return [error(['Title'], 'This is empty. Give it a title.')];
  if (title.length <= maxLength) return [];
  return [warning(['Title'], `It has ${title.length} characters. More than ${maxLength} may not fit: shorten it.`)];
};

const Dates = z.object({ start_date: z.string(), end_date: z.string() });

const checkEvent = (item: Item, now: Date): Finding[] => {
  const [start = null, end = null] = Object.values(Dates.safeParse(item.acf).data ?? {}).map((date) =>
    toInstant(date, 'UTC'),
  );
  if (start !== null && end !== null && end < start) {
    return [error(['Ends'], 'The event ends before it starts. Correct one of the two dates.')];
  }
  const { data: event } = EventEntry.safeParse(item);
  if (!event || event.endsAt > now.toISOString()) return [];
  const day = event.endsAt.slice(0, 10);
  return hasRecap(event)
    ? []
    : [warning([], `The event ended on ${day} and has no recap. Write what happened and add pictures.`)];
};

const checkSlug = (kind: Kind, { slug }: Item, { pages }: Content): Finding[] => {
  if (kind !== 'post' || !(hasOwnRoute(slug) || pages.some((page) => page.slug === slug))) return [];
  return [error(['Slug'], `A page has the slug “${slug}” too, so visitors never see this post. Give it another slug.`)];
};

/** Parses the item with the site's schema, which decides whether the item is shown. */
const checkReadable = (kind: Kind, item: Item): Finding[] => {
  const result = KINDS[kind].Entry?.safeParse(item);
  if (!result || result.success) return [];
  const [issue] = result.error.issues;
  return [error([], `The site cannot read it, so it is not shown (${issue?.path.join('.')}: ${issue?.message}).`)];
};

const checkItem = (
  kind: Kind,
  item: Item,
  content: Content,
  now: Date,
  toContext: (page: string) => CheckContext,
): ItemReport => {
  const { label, collection } = KINDS[kind];
  const { titleMaxLength, fields } = schema[kind];
  const page = toEntryPath({ type: collection, slug: item.slug });
  const context = toContext(page);
  const title = toPlainText(item.title.rendered);
  const findings = [
    ...checkTitle(title, titleMaxLength),
    ...checkSlug(kind, item, content),
    ...checkFields(item.acf, fields, [], context),
    ...checkBlocks(item.acf, context),
    ...checkHtml(item.content.rendered, ['Text'], context),
    ...checkSeo(item.seo, context),
    ...(kind === 'event' ? checkEvent(item, now) : []),
    ...(kind === 'faq' && toPlainText(item.content.rendered) === ''
      ? [error(['Text'], 'The question has no answer. Write one.')]
      : []),
  ];
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  return {
    name: `${label} “${title}” (${page})`,
    id: item.id,
    findings: hasErrors ? findings : [...findings, ...checkReadable(kind, item)],
  };
};

const HomepageQuestions = z.object({ faq: listOf(z.coerce.number(), 'id of a question') });

const checkHomepage = ({ homepage, faq, site }: Content, context: CheckContext): ItemReport => {
  const chosen = HomepageQuestions.safeParse(homepage).data?.faq ?? [];
  const missing = chosen.filter((id) => !faq.some((question) => question.id === id));
  return {
    name: 'Home page (/)',
    id: null,
    findings: [
      ...checkFields(homepage, schema.homepage.fields, [], context),
      ...checkSeo(site.seo.homepage, context),
      ...missing.map((id) =>
        error(['Questions'], `Question ${id} is not published any more, so it is not shown. Remove it or publish it.`),
      ),
    ],
  };
};

const checkRedirects = ({ redirects }: Content, { links }: CheckContext): ItemReport => ({
  name: 'Redirects',
  id: null,
  findings: redirects.flatMap(({ from, to }) => links.check(to, from, [from])),
});

/**
 * Everything that the site would leave out or show badly, by item. Items without findings are included.
 *
 * @param hasFile whether the site serves a file with this percent-encoded path.
 */
export const checkContent = (
  content: Content,
  { now, hasFile }: { readonly now: Date; readonly hasFile: (path: string) => boolean },
): ItemReport[] => {
  const links = toSiteLinks(content, hasFile);
  const toContext = (page: string): CheckContext => ({ page, links, hasFile });
  const kinds = ['page', 'post', 'event', 'faq'] as const;
  return [
    checkHomepage(content, toContext('/')),
    {
      name: 'FAQ page (/faq)',
      id: null,
      findings: [
        ...checkFields(content.faqpage, schema.faqpage.fields, [], toContext('/faq')),
        ...checkSeo(content.site.seo.faqpage, toContext('/faq')),
      ],
    },
    { name: 'Website', id: null, findings: checkSite(content.site, now, toContext('/')) },
    checkRedirects(content, toContext('/')),
    ...kinds.flatMap((kind) =>
      content[KINDS[kind].collection].map((item) => checkItem(kind, item, content, now, toContext)),
    ),
  ];
};
