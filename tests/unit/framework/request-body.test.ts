import { expect, onTestFinished, test, vi } from 'vitest';
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
  ['edge', 'Multipart/Form-Data;boundary="edge"'],
])('a form with the boundary %s and the type %s is read', async (boundary, type) => {
  expect((await readForm(formOf(1, boundary), type))?.get('field')).toBe('x');
});

test.each([
  'multipart/form-data',
  'multipart/form-data; boundary="edge',
  'multipart/form-data; x="; boundary=other"; boundary=edge',
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

/** A form whose body does not end until `end` is called. */
const startForm = () => {
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  onTestFinished(() => writer.abort());
  // `duplex` is missing in the types of Node.js.
  const init = {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body: stream.readable,
    duplex: 'half',
  };
  const outcome = readBody(new Request('http://site.test/', init)).then(
    (body) => (body === null ? 'too long' : `${body.length} bytes`),
    (error: unknown) => (error instanceof BusyError ? 'refused' : 'closed'),
  );
  return { outcome, end: () => writer.write(new Uint8Array(100)).then(() => writer.close()) };
};

const readMessage = () =>
  readBody(
    new Request('http://site.test/', {
      method: 'POST',
      body: 'x'.repeat(2_000),
      headers: { 'content-length': '2000' },
    }),
  );

test('unfinished forms take at most 56 MB, beyond which another one is refused, but not a small message', async () => {
  const forms = Array.from({ length: 46 }, startForm);

  expect(await startForm().outcome).toBe('refused');
  expect(await readMessage()).toHaveLength(2_000);
  const [first, second] = forms;
  await first?.end();
  await second?.end();
  expect(await first?.outcome).toBe('100 bytes');
  const next = startForm();
  await next.end();
  expect(await next.outcome).toBe('100 bytes');
});

test('a form that has been unfinished for five seconds makes room for another one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const forms = Array.from({ length: 46 }, startForm);
  vi.advanceTimersByTime(5_000);
  const next = startForm();
  await next.end();

  expect(await next.outcome).toBe('100 bytes');
  expect(await forms[0]?.outcome).toBe('refused');
  await forms[1]?.end();
  expect(await forms[1]?.outcome).toBe('100 bytes');
});
