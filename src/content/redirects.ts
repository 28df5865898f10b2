import 'server-only';
import { z } from 'zod';
import { env } from '../env.ts';
import { parseItems } from './acf.ts';
import { toFragment } from './anchors.ts';
import { defineReader } from './reader.ts';
import { percentDecode } from './slugs.ts';
import { nullIfMissing } from './source.ts';

const PATH = '/wp-json/api/redirects';
/** Further redirects are ignored. The companion plugin sends at most this many. */
const MAX_REDIRECTS = 10_000;

/** The form in which paths are looked up: decoded, lower case, without a trailing slash. Null if the path is not usable. */
export const toRedirectKey = (path: string): string | null => {
  const decoded = percentDecode(path);
  if (decoded === null || !/^\/(?![/\\])/.test(decoded) || /[?#\\\p{Cc}]/u.test(decoded)) return null;
  return decoded.toLowerCase().replace(/(?<=.)\/+$/, '');
};

/** A path of this site, or an https URL. Null for anything else, which could lead visitors to a place that no editor chose. */
const toTarget = (raw: string): string | null => {
  const text = raw.trim();
  if (/[\\\p{Cc}]/u.test(text) || text.startsWith('//') || !URL.canParse(text, env.SITE_URL)) return null;
  const url = new URL(text, env.SITE_URL);
  if (text.startsWith('/')) return `${url.pathname}${url.search}${url.hash && toFragment(url.hash)}`;
  return /^https:\/\//i.test(text) && url.username === '' && url.password === '' ? url.href : null;
};

const usable = (convert: (text: string) => string | null) =>
  z.string().transform((text, context) => {
    const converted = convert(text);
    if (converted !== null) return converted;
    context.addIssue({ code: 'custom', message: `not usable: "${text.slice(0, 80)}"` });
    return z.NEVER;
  });

const Redirect = z.object({
  from: usable(toRedirectKey),
  to: usable(toTarget),
  status: z.union([z.literal(301), z.literal(302)]).default(301),
});

/** `to` is a path of this site or an https URL. */
export type Redirect = z.output<typeof Redirect>;

const Body = z.object({ redirects: z.array(z.unknown()).default([]) });

/**
 * The redirects of the CMS by path (`toRedirectKey`): those that editors entered, and those from the former slugs of renamed items.
 * Empty for a CMS without the companion plugin.
 */
export const listRedirects = defineReader({
  name: 'redirects',
  tags: ['redirects'],
  read: async (source): Promise<ReadonlyMap<string, Redirect>> => {
    const answer = await nullIfMissing(source.read(PATH, {}, Body));
    const rows = parseItems(answer?.value.redirects.slice(0, MAX_REDIRECTS) ?? [], Redirect, 'redirect');
    // The first of two redirects from one path counts.
    return new Map(rows.toReversed().map((redirect) => [redirect.from, redirect]));
  },
});
