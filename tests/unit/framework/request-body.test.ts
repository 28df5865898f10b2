import { expect, test } from 'vitest';
import { BusyError } from '../../../src/framework/busy-error.ts';
import { readBody, readForm } from '../../../src/framework/request-body.ts';

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

test('a part may have 2 KB of headers', async () => {
  const formWith = (lines: number) =>
    Buffer.from(
      `--edge\r\ncontent-disposition: form-data; name="field"\r\n${'A: b\r\n'.repeat(lines)}\r\nx\r\n--edge--\r\n`,
    );
  const type = 'multipart/form-data; boundary=edge';

  expect((await readForm(formWith(300), type))?.get('field')).toBe('x');
  expect(await readForm(formWith(400), type)).toBeNull();
  expect(await readForm(formWith(200_000), type)).toBeNull();
});

/** A request whose body begins with this many bytes and does not end until `end` is called. */
const startBody = (bytes: number) => {
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  // `duplex` is missing in the types of Node.js.
  const init = { method: 'POST', headers, body: stream.readable, duplex: 'half' };
  const request = new Request('http://site.test/', init);
  return { body: readBody(request), written: writer.write(new Uint8Array(bytes)), end: () => writer.close() };
};

test('unfinished bodies take 64 MB at most: the oldest are given up, and a form that is sent at once arrives', async () => {
  const bodies = Array.from({ length: 100 }, () => startBody(1024 * 1024));
  const outcomes = bodies.map(({ body }) =>
    body.then(
      () => 'read',
      (error: unknown) => error,
    ),
  );
  await Promise.all(bodies.map(({ written }) => written));
  const form = startBody(2_000);
  await form.end();

  expect(await form.body).toHaveLength(2_000);
  const refused = await Promise.all(outcomes.slice(0, 36));
  expect(refused.filter((outcome) => outcome instanceof BusyError)).toHaveLength(36);
  await Promise.all(bodies.map(({ end }) => end()));
  expect(new Set(await Promise.all(outcomes.slice(37)))).toEqual(new Set(['read']));
});
