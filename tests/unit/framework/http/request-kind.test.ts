import { expect, test } from 'vitest';
import { requestKindOf } from '../../../../src/framework/http/request-kind.ts';

test.each([
  ['GET', '/', 'page'],
  ['GET', '/agb.php', 'page'],
  ['POST', '/contact', 'action'],
  ['POST', '/RSC/F/abc/send.txt', 'action'],
  ['GET', '/RSC/R/faq.txt', 'payload'],
  ['GET', '/faq/_payload.json', 'payload'],
  ['GET', '/flight/abc.txt', 'payload'],
  ['GET', '/api/icons/tabler.json', 'endpoint'],
  ['GET', '/events/x.ics', 'endpoint'],
  ['GET', '/media/640/a.jpg', 'picture'],
  ['GET', '/assets/index-a.js', 'file'],
  ['GET', '/favicon.ico', 'file'],
  ['GET', '/healthz', 'operation'],
  [undefined, '/anything/at/all', 'page'],
])('%s %s counts as %s', (method, path, kind) => {
  expect(requestKindOf(method, path)).toBe(kind);
});
