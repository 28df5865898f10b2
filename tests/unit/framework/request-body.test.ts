import { expect, test } from 'vitest';
import { readForm } from '../../../src/framework/request-body.ts';

const formOf = (parts: number, boundary = 'edge') => {
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="field"\r\n\r\nx\r\n`;
  return Buffer.from(`${part.repeat(parts)}--${boundary}--\r\n`);
};

test('a form of 200 parts is read, a form of 201 parts is rejected', async () => {
  const type = 'multipart/form-data; boundary=edge';

  expect([...((await readForm(formOf(200), type)) ?? [])]).toHaveLength(200);
  expect(await readForm(formOf(201), type)).toBeNull();
});

test.each([
  ['----WebKitFormBoundary7MA4YWxkTrZu0gW', 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW'],
  ['----geckoformboundary1f', 'multipart/form-data; boundary=----geckoformboundary1f'],
  ['edge', 'Multipart/Form-Data;boundary="edge"'],
])('a form with the boundary %s and the type %s is read', async (boundary, type) => {
  expect((await readForm(formOf(1, boundary), type))?.get('field')).toBe('x');
});

test.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="edge',
  'multipart/form-data; x="; boundary=other"; boundary=edge',
  'multipart/form-data; xboundary=other; boundary=edge',
  'multipart/form-data; boundary=edge; boundary=other',
  'multipart/form-data; boundary="ed\\ge"',
])('a form with a missing, malformed or ambiguous boundary is rejected: %s', async (type) => {
  expect(await readForm(formOf(1), type)).toBeNull();
});
