import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentHealth } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { isOutboxWritable, outboxHealth } from '../../mail/mail.ts';
import { refuse, sendJson } from '../http/plain-responses.ts';
import { log } from '../log.ts';
import { isDraining } from './draining.ts';
import { readMetrics } from './metrics.ts';
import { checkMetricsAccess } from './metrics-access.ts';

const metricsAccess = (request: IncomingMessage) =>
  checkMetricsAccess(request, { token: env.METRICS_TOKEN, siteUrl: env.SITE_URL });

/**
 * Ready means that a message can be stored and that the process is not about to stop. A CMS outage is reported but does not make
 * the process unready. Clients without access to the metrics see states only, no numbers.
 */
const answerReadiness = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const isWritable = await isOutboxWritable();
  const content = contentHealth();
  const status = isDraining() ? 'stopping' : isWritable ? 'ok' : 'unavailable';
  const details =
    metricsAccess(request) === 'open'
      ? { content, outbox: await outboxHealth() }
      : { content: content.ok ? 'ok' : 'failing', outbox: isWritable ? 'ok' : 'unavailable' };
  sendJson(response, status === 'ok' ? 200 : 503, { status, ...details });
};

const responseMetrics = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const verdict = metricsAccess(request);
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
  '/healthz': (_, response) => sendJson(response, 200, { status: 'ok' }),
  '/readyz': answerReadiness,
  '/metrics': responseMetrics,
};

/** Answers who watches over the site; whether there was something to answer at this path. */
export const answerOperationsRequest = (
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean => {
  const answer = answers[pathname];
  if (!answer) return false;
  Promise.resolve(answer(request, response)).catch((error: unknown) => {
    log.error({ err: error, path: pathname }, 'the state of the site cannot be told');
    refuse(response, 503);
  });
  return true;
};
