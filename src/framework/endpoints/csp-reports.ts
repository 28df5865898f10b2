import 'server-only';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { log } from '../log.ts';
import type { Endpoint } from '../site-options.ts';
import { createReportsEndpoint } from './reports.ts';

/** The path to which browsers report violations of the content security policy. */
export const CSP_REPORTS = '/api/csp-reports';

const LINES_PER_HOUR = 60;
const HOUR_MS = 3_600_000;
/** A browser may send several violations in one request. */
const MAX_REPORTS = 20;
const MAX_LENGTH = 200;

/** The origin of a URL. Keywords such as `inline` are returned unchanged. */
const toOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url).slice(0, MAX_LENGTH);

const toPath = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '').slice(0, MAX_LENGTH);

/** Browser extensions inject scripts into pages, and the policy blocks these scripts; the site cannot change that. */
const NotOfExtension = z.string().regex(/^(?![a-z-]*extension\b)/);

/** https://www.w3.org/TR/CSP3/#reporting */
const Violation = z
  .object({
    documentURL: z.string(),
    blockedURL: NotOfExtension.default(''),
    effectiveDirective: z.string(),
    sourceFile: NotOfExtension.nullish(),
  })
  .transform(({ documentURL, blockedURL, effectiveDirective, sourceFile }) => ({
    directive: effectiveDirective.slice(0, MAX_LENGTH),
    blocked: toOrigin(blockedURL),
    page: toPath(documentURL),
    source: toOrigin(sourceFile ?? '') + toPath(sourceFile ?? ''),
  }));

const Reports = z.array(z.object({ type: z.string(), body: z.unknown() })).max(MAX_REPORTS);

/**
 * `POST /api/csp-reports`: logs each violation at most once an hour, with the path of the page and the blocked origin.
 * Queries and code samples are omitted, because they may contain what a visitor entered. The requests of a client and
 * the log lines are limited, since anyone can send reports.
 */
export const createCspReportsEndpoint = (): Endpoint => {
  const logged = new LRUCache<string, true>({ max: LINES_PER_HOUR, ttl: HOUR_MS });

  return createReportsEndpoint(Reports, (reports) => {
    logged.purgeStale();
    for (const { type, body } of reports) {
      const violation = type === 'csp-violation' ? Violation.safeParse(body).data : undefined;
      const key = JSON.stringify(violation);
      if (!violation || logged.has(key) || logged.size === LINES_PER_HOUR) continue;
      logged.set(key, true);
      log.warn(violation, 'the content security policy was violated');
    }
  });
};
