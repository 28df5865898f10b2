import { createServer } from 'node:http';
import { z } from 'zod';

/**
 * The reference for the hit benchmark: a plain Node.js server that sends prepared headers and bodies. The parent process
 * copies them from the site and passes them over IPC.
 */
const Message = z.object({
  port: z.number(),
  responses: z.record(z.string(), z.object({ head: z.array(z.string()), body: z.string() })),
});

process.once('message', (message: unknown) => {
  const { port, responses } = Message.parse(message);
  const prepared = new Map(
    Object.entries(responses).map(([key, { head, body }]) => [key, { head, body: Buffer.from(body, 'base64') }]),
  );
  createServer((request, response) => {
    const found = prepared.get(`${request.url} ${request.headers['accept-encoding'] ?? 'identity'}`);
    if (!found) {
      response.writeHead(404);
      response.end();
      return;
    }
    response.writeHead(200, found.head);
    response.end(found.body);
  }).listen(port, '127.0.0.1', () => process.send?.('listening'));
});
