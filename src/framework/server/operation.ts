import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentHealth } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { log } from '../../log.ts';
import { outboxHealth } from '../../mail/mail.ts';
import { isDraining } from './draining.ts';
import { readMetrics } from './metrics.ts';
import { judgeMetricsAccess } from './metrics-access.ts';
import { answerJson, refuse } from './refuse.ts';

/**
 * Ready means that a lead can be kept, and that the process is not about to end; content is always there, so an outage of
 * its system is only told.
 */
const answerReadiness = async (response: ServerResponse): Promise<void> => {
  const outbox = await outboxHealth();
  const status = isDraining() ? 'stopping' : outbox.writable ? 'ok' : 'unavailable';
  answerJson(response, status === 'ok' ? 200 : 503, {
    status,
    content: contentHealth(),
    outbox,
  });
};

const answerMetrics = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const verdict = judgeMetricsAccess(request, { token: env.METRICS_TOKEN, siteUrl: env.SITE_URL });
  if (verdict === 'hidden') {
    refuse(response, 404);
    return;
  }
  if (verdict === 'unauthorised') {
    response.setHeader('www-authenticate', 'Bearer');
    refuse(response, 401);
    return;
  }
  const { contentType, text } = await readMetrics();
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
  response.end(text);
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const answers: Readonly<Record<string, Answer>> = {
  '/healthz': (_, response) => answerJson(response, 200, { status: 'ok' }),
  '/readyz': (_, response) => answerReadiness(response),
  '/metrics': answerMetrics,
};

/** Answers who watches over the site; whether there was something to answer at this path. */
export const answerOperation = (pathname: string, request: IncomingMessage, response: ServerResponse): boolean => {
  const answer = answers[pathname];
  if (!answer) return false;
  Promise.resolve(answer(request, response)).catch((error: unknown) => {
    log.error({ err: error, path: pathname }, 'the state of the site cannot be told');
    refuse(response, 503);
  });
  return true;
};
