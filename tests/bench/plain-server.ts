import { createServer } from 'node:http';
import { z } from 'zod';

/**
 * The limit that the site is measured against: a server of Node's own that writes a prepared head and prepared bytes for an
 * address, and does nothing else. It gets them over its channel, as its parent had them from the site.
 */
const Answers = z.object({
  port: z.number(),
  answers: z.record(z.string(), z.object({ head: z.array(z.string()), body: z.string() })),
});

process.once('message', (message: unknown) => {
  const { port, answers } = Answers.parse(message);
  const ready = new Map(
    Object.entries(answers).map(([key, { head, body }]) => [key, { head, body: Buffer.from(body, 'base64') }]),
  );
  createServer((request, response) => {
    const answer = ready.get(`${request.url} ${request.headers['accept-encoding'] ?? 'identity'}`);
    if (!answer) {
      response.writeHead(404);
      response.end();
      return;
    }
    response.writeHead(200, answer.head);
    response.end(answer.body);
  }).listen(port, '127.0.0.1', () => process.send?.('listening'));
});
