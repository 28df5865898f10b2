import 'server-only';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { limitKey } from '../http/client-address.ts';
import { readBody } from '../http/request-body.ts';
import { log } from '../log.ts';
import type { Endpoint } from '../site-options.ts';

/** Where browsers report what the content security policy has blocked. */
export const CSP_REPORTS = '/api/csp-reports';

const MAX_REPORTS = 20;
const MAX_LENGTH = 200;
/** The same violation is logged once in this time. */
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

/** https://www.w3.org/TR/CSP3/#deprecated-serialize-violation, for browsers without the Reporting API. */
const OldViolation = z
  .object({
    'document-uri': Text,
    'blocked-uri': Text.default(''),
    'effective-directive': Text.optional(),
    'violated-directive': Text.default(''),
    'source-file': Text.nullish(),
  })
  .transform((report) => ({
    directive: report['effective-directive'] ?? report['violated-directive'],
    blocked: report['blocked-uri'],
    page: report['document-uri'],
    source: report['source-file'] ?? '',
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

const SCHEMAS = new Map<string, z.ZodType<Violation[]>>([
  ['application/reports+json', Reports],
  ['application/csp-report', z.object({ 'csp-report': OldViolation }).transform((report) => [report['csp-report']])],
]);

/** The origin of a URL. Keywords such as `inline` are returned unchanged. */
const toOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url).slice(0, MAX_LENGTH);

const toPath = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '').slice(0, MAX_LENGTH);

/** Browser extensions inject scripts into pages; the policy blocks them, which is nothing to report. */
const isFromExtension = ({ blocked, source }: Violation): boolean =>
  [blocked, source].some((text) => /^[a-z-]*extension\b/.test(text));

/** Counts one point. False when there is none left. */
const take = (limiter: RateLimiterMemory, key: string): Promise<boolean> =>
  limiter.consume(key).then(
    () => true,
    () => false,
  );

const respond = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } });

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
};

/**
 * `POST /api/csp-reports`: logs each violation once an hour, with the path of the page and the origin of what was blocked. Queries
 * and code samples are left out, because they may hold what a visitor wrote. Since anyone can send anything here, the requests of
 * a client and the log lines are limited.
 */
export const createCspReportsEndpoint = (): Endpoint => {
  const requestLimiter = new RateLimiterMemory({ keyPrefix: 'client', points: 20, duration: 60 });
  const lineLimiter = new RateLimiterMemory({ keyPrefix: 'lines', points: 60, duration: 3_600 });
  const logged = new LRUCache<string, true>({ max: 500, ttl: REPEAT_MS });

  const logViolation = async (violation: Violation): Promise<void> => {
    const details = {
      directive: violation.directive.slice(0, MAX_LENGTH),
      blocked: toOrigin(violation.blocked),
      page: toPath(violation.page),
      source: violation.source === '' ? '' : toOrigin(violation.source) + toPath(violation.source),
    };
    const key = JSON.stringify(details);
    if (logged.has(key) || !(await take(lineLimiter, 'all'))) return;
    logged.set(key, true);
    log.warn(details, 'the content security policy was violated');
  };

  return async (request, { address }) => {
    if (request.method !== 'POST') return respond(405, { allow: 'POST' });
    const schema = SCHEMAS.get(request.headers.get('content-type')?.split(';')[0] ?? '');
    if (!schema) return respond(415);
    if (!(await take(requestLimiter, limitKey(address)))) return respond(429, { 'retry-after': '60' });
    const bytes = await readBody(request);
    if (bytes === null) return respond(413);
    const violations = schema.safeParse(parse(bytes));
    if (!violations.success) return respond(400);
    for (const violation of violations.data) {
      if (!isFromExtension(violation)) await logViolation(violation);
    }
    return respond(204);
  };
};
