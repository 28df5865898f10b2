import 'server-only';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { log } from '../log.ts';
import { createRateLimiter } from '../middleware/index.ts';
import { parseJson, readBody } from '../request-body.ts';
import { toEmpty } from '../responses.ts';
import type { Endpoint } from '../site-options.ts';

/** The path to which browsers report violations of the content security policy. */
export const CSP_REPORTS = '/api/csp-reports';

/** A browser may send several violations in one request. */
const REQUESTS_PER_MINUTE = 20;
const LINES_PER_HOUR = 60;
const MAX_REPORTS = 20;
const MAX_LENGTH = 200;
/** The same violation is logged at most once in this time. */
const REPEAT_MS = 3_600_000;

const Text = z.string().max(8_192);

/** https://www.w3.org/TR/CSP3/#reporting */
const Violation = z
  .object({ documentURL: Text, blockedURL: Text.default(''), effectiveDirective: Text, sourceFile: Text.nullish() })
  .transform(({ documentURL, blockedURL, effectiveDirective, sourceFile }) => ({
    directive: effectiveDirective,
    blocked: blockedURL,
    page: documentURL,
    source: sourceFile ?? '',
  }));

type Violation = z.output<typeof Violation>;

const Reports = z
  .array(z.object({ type: z.string(), body: z.unknown() }))
  .max(MAX_REPORTS)
  .transform((reports) =>
    reports.flatMap(({ type, body }) => {
      const violation = type === 'csp-violation' ? Violation.safeParse(body).data : undefined;
      return violation ? [violation] : [];
    }),
  );

/** The content type of the Reporting API. */
const CONTENT_TYPE = 'application/reports+json';

/** The origin of a URL. Keywords such as `inline` are returned unchanged. */
const toOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url).slice(0, MAX_LENGTH);

const toPath = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '').slice(0, MAX_LENGTH);

/** Browser extensions inject scripts into pages, and the policy blocks these scripts; the site cannot change that. */
const isFromExtension = ({ blocked, source }: Violation): boolean =>
  [blocked, source].some((text) => /^[a-z-]*extension\b/.test(text));

/**
 * `POST /api/csp-reports`: logs each violation at most once an hour, with the path of the page and the blocked origin.
 * Queries and code samples are omitted, because they may contain what a visitor entered. The requests of a client and
 * the log lines are limited, since anyone can send reports.
 */
export const createCspReportsEndpoint = (): Endpoint => {
  const limits = createRateLimiter(REQUESTS_PER_MINUTE);
  const lineLimiter = new RateLimiterMemory({ points: LINES_PER_HOUR, duration: 3_600 });
  const logged = new LRUCache<string, true>({ max: 500, ttl: REPEAT_MS });

  const logViolation = async (violation: Violation): Promise<void> => {
    const details = {
      directive: violation.directive.slice(0, MAX_LENGTH),
      blocked: toOrigin(violation.blocked),
      page: toPath(violation.page),
      source: violation.source === '' ? '' : toOrigin(violation.source) + toPath(violation.source),
    };
    const key = JSON.stringify(details);
    if (logged.has(key)) return;
    try {
      await lineLimiter.consume('all');
    } catch {
      return;
    }
    logged.set(key, true);
    log.warn(details, 'the content security policy was violated');
  };

  return async (c) => {
    if (c.req.method !== 'POST') return toEmpty(405, { allow: 'POST' });
    if (c.req.header('content-type')?.split(';')[0] !== CONTENT_TYPE) return toEmpty(415);
    const waitS = await limits.take(c.get('address'));
    if (waitS !== null) return toEmpty(429, { 'retry-after': String(waitS) });
    const bytes = await readBody(c.req.raw);
    if (bytes === null) return toEmpty(413);
    const violations = Reports.safeParse(parseJson(bytes.toString()));
    if (!violations.success) return toEmpty(400);
    for (const violation of violations.data) {
      if (!isFromExtension(violation)) await logViolation(violation);
    }
    return toEmpty(204);
  };
};
