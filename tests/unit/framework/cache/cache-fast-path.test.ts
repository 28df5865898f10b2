import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createCacheFastPath } from '../../../../src/framework/cache/cache-fast-path.ts';
import { toCachedResponse } from '../../../../src/framework/cache/cached-response.ts';
import { responseMetrics } from '../../../../src/framework/ops/response-metrics.ts';

/** More than the buffers of a connection on loopback hold. */
const LARGE = 32 * 1024 * 1024;
const READS_AFTER_MS = 300;

/** The answers to pages that the metrics have counted, and how long they took together. */
const readDurations = (): { count: number; sumS: number } => {
  const { durations } = responseMetrics();
  const read = (name: string) =>
    Number(
      new RegExp(`^http_request_duration_seconds_${name}\\{kind="page"\\} (\\S+)$`, 'm').exec(durations)?.[1] ?? 0,
    );
  return { count: read('count'), sumS: read('sum') };
};

test('the duration of a hit lasts until the client has taken the whole response', async () => {
  const answer = await toCachedResponse({
    status: 200,
    bytes: new Uint8Array(LARGE),
    headers: { 'content-type': 'text/html' },
  });
  const answerFromCache = createCacheFastPath((url) => (url === '/' ? { answer, state: 'hit' } : null));
  const server = createServer((request, response) => {
    if (!answerFromCache(request, response)) response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: a\r\naccept-encoding: identity\r\nconnection: close\r\n\r\n');
  await once(socket, 'readable');
  await setTimeout(READS_AFTER_MS);
  expect(readDurations().count).toBe(0);

  socket.resume();
  await expect.poll(() => readDurations().count).toBe(1);
  expect(readDurations().sumS).toBeGreaterThan((READS_AFTER_MS / 1_000) * 0.9);
});
