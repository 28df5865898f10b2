/**
 * A server with `POST /mail/send` only, for tests that kill it. It reads PORT, DATA_DIR, SMTP_URL and REDIS_URL and prints `ready`
 * when it listens. Run it with `node --conditions=react-server`.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createMailService } from '../../src/mail/service.ts';
import { settings } from './smtp-letters.ts';

const mail = createMailService(
  settings(process.env.DATA_DIR ?? '', {
    smtpUrl: process.env.SMTP_URL ?? null,
    redisUrl: process.env.REDIS_URL ?? null,
    relaySilenceMs: 10_000,
  }),
);

const listener = getRequestListener((request) => mail.handleSend(request, { address: '192.0.2.1' }), {
  overrideGlobalObjects: false,
});
await mail.start();
createServer((request, response) => void listener(request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
  () => {
    console.log('ready');
  },
);
