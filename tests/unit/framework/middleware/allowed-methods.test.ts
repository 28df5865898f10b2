import { expect, test } from 'vitest';
import { validateMethod } from '../../../../src/framework/middleware/allowed-methods.ts';

const FORM = 'multipart/form-data; boundary=x';

test.each([
  ['HEAD', 'page', undefined],
  ['POST', 'page', FORM],
  ['POST', 'action', 'text/plain'],
] as const)('%s for a URL of kind %s with content type %s is accepted', (method, kind, contentType) => {
  expect(validateMethod(method, kind, contentType)).toBeNull();
});

test.each([
  ['PUT', 'page', undefined, 405, 'GET, HEAD, POST'],
  ['DELETE', 'file', undefined, 405, 'GET, HEAD'],
  ['POST', 'payload', FORM, 405, 'GET, HEAD'],
  ['GET', 'action', undefined, 405, 'POST'],
  ['POST', 'page', 'application/x-www-form-urlencoded', 415, 'GET, HEAD, POST'],
  ['POST', 'page', undefined, 415, 'GET, HEAD, POST'],
] as const)(
  '%s for a URL of kind %s with content type %s is rejected',
  (method, kind, contentType, statusCode, allow) => {
    expect(validateMethod(method, kind, contentType)).toEqual({ statusCode, allow });
  },
);
