import { expect, test } from 'vitest';
import { createClassifier } from '../../../../src/framework/middleware/request-kind.ts';
import { kindOfRouterUrl } from '../../../../src/framework/render/page-request.ts';

const ENDPOINTS = new Set(['/events/x.ics', '/media/640/a.jpg', '/mail/send', '/robots.txt']);

const classify = createClassifier({ kindOfRouterUrl, hasEndpoint: (path) => ENDPOINTS.has(path) });

test.each([
  ['/', 'page'],
  ['/agb.php', 'page'],
  ['/faq/index.html', 'page'],
  ['/anything/at/all', 'page'],
  ['/RSC/F/abc/send.txt', 'action'],
  ['/RSC/R/faq.txt', 'payload'],
  ['/faq/_payload.json', 'payload'],
  ['/payloads/abc.txt', 'payload'],
  ['/api/icons/tabler.json', 'endpoint'],
  ['/events/x.ics', 'endpoint'],
  ['/robots.txt', 'endpoint'],
  ['/mail/send', 'endpoint'],
  ['/media/640/a.jpg', 'picture'],
  ['/assets/index-a.js', 'file'],
  ['/builds/latest.json', 'file'],
  ['/favicon.ico', 'file'],
  ['/pictures/a.webp', 'file'],
  ['/healthz', 'operation'],
] as const)('%s is of kind %s', (path, kind) => {
  expect(classify(path)).toBe(kind);
});
