import { expect, test } from 'vitest';
import { validateMethod } from '../../../../src/framework/http/methods.ts';

const FORM = 'multipart/form-data; boundary=x';

test.each([
  ['GET', '/faq', undefined],
  ['HEAD', '/sitemap.xml', undefined],
  ['POST', '/contact', FORM],
  ['POST', '/agb.php', FORM],
  ['POST', '/RSC/F/abc.txt', 'text/plain'],
])('%s %s is accepted', (method, path, contentType) => {
  expect(validateMethod(method, path, contentType)).toEqual({ kind: 'accept' });
});

test.each([
  ['PUT', '/faq', undefined, 405, 'GET, HEAD, POST'],
  ['OPTIONS', '/', undefined, 405, 'GET, HEAD, POST'],
  ['DELETE', '/assets/a.js', undefined, 405, 'GET, HEAD'],
  ['POST', '/sitemap.xml', FORM, 405, 'GET, HEAD'],
  ['POST', '/RSC/R/faq.txt', FORM, 405, 'GET, HEAD'],
  ['POST', '/api/icons/tabler.json', FORM, 405, 'GET, HEAD'],
  ['GET', '/RSC/F/abc.txt', undefined, 405, 'POST'],
  ['POST', '/contact', 'application/x-www-form-urlencoded', 415, 'GET, HEAD, POST'],
  ['POST', '/contact', undefined, 415, 'GET, HEAD, POST'],
])('%s %s is refused', (method, path, contentType, statusCode, allow) => {
  expect(validateMethod(method, path, contentType)).toEqual({ kind: 'refuse', statusCode, allow });
});
