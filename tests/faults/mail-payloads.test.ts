import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { abuseReport, application, contact, createTestMail, post } from '../support/smtp-letters.ts';

const RUNS = 500;

const INJECTION = fc.constantFrom(
  'x\r\nBcc: evil@evil.test',
  'x\nBcc: evil@evil.test',
  'x\rBcc: evil@evil.test',
  'x%0d%0aBcc: evil@evil.test',
  'x\u2028Bcc: evil@evil.test',
  'x\u0000y',
  'abc\u202Egpj.exe',
  '\uD800half',
  'evil@evil.test, other@evil.test',
  '"evil\\" <evil@evil.test>',
  '=?utf-8?Q?x=0D=0ABcc:_evil=40evil.test?=',
  'evil@evil.test>\r\nRCPT TO:<x@evil.test',
  '\r\n.\r\nMAIL FROM:<evil@evil.test>',
  '__proto__',
);

const text = fc.oneof(
  INJECTION,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.emailAddress(),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 3, withNullPrototype: true }) },
);
const huge = fc.integer({ min: 1, max: 70_000 }).map((length) => 'x'.repeat(length));
const nested = fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth));

const valid: readonly Record<string, unknown>[] = [contact(), application(), abuseReport()];
/** Valid messages with a few changed fields. Some of them still pass validation. */
const almostValid = fc
  .record({
    base: fc.constantFrom(...valid),
    changes: fc.array(
      fc.tuple(
        fc.constantFrom(
          ...new Set(valid.flatMap((message) => Object.keys(message))),
          'company',
          'submissionId',
          'captcha',
          'formToken',
        ),
        anything,
      ),
      { maxLength: 3 },
    ),
    unique: fc.uuid(),
  })
  .map(({ base, changes, unique }) => ({ ...base, company: unique, ...Object.fromEntries(changes) }));

const toJson = (value: unknown): string => {
  try {
    return (
      JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'bigint' ? String(entry) : entry)) ?? 'null'
    );
  } catch {
    return 'null';
  }
};

const toForm = (message: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(message)) {
    if (typeof value === 'string') form.append(name, value);
    else if (Array.isArray(value))
      for (const entry of value) form.append(name, typeof entry === 'string' ? entry : toJson(entry));
    else form.append(name, toJson(value));
  }
  return form;
};

const body: fc.Arbitrary<BodyInit> = fc.oneof(
  { weight: 6, arbitrary: almostValid.map(toJson) },
  { weight: 3, arbitrary: almostValid.map(toForm) },
  { weight: 1, arbitrary: fc.anything().map(toJson) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: huge.map((long) => toJson(contact({ message: long }))) },
  { weight: 1, arbitrary: nested },
);

const KNOWN_HEADERS = new Set(
  'from to reply-to subject message-id date mime-version content-type content-transfer-encoding x-message-kind x-reference x-captcha'.split(
    ' ',
  ),
);

test('every payload gets a JSON response with a status below 500, and no mail has an injected header', {
  timeout: 240_000,
}, async () => {
  const mail = await createTestMail();
  await mail.start();
  const statuses = new Map<number, number>();

  await fc.assert(
    fc.asyncProperty(
      body,
      fc.constantFrom('application/json', 'multipart/form-data; boundary=x', 'text/plain'),
      async (payload, contentType) => {
        // Forms set their own content type, and JSON objects keep the default.
        const hasOwnType = typeof payload !== 'string' || payload.startsWith('{');
        const response = await mail.handleSend(post(payload, hasOwnType ? {} : { 'content-type': contentType }), {
          address: '192.0.2.1',
        });
        const result = await response.json();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);

        expect([200, 400, 413, 415, 422]).toContain(response.status);
        if (response.status === 200) expect(result).toMatchObject({ ok: true, id: expect.any(String) });
        else expect(result).toMatchObject({ statusCode: response.status, statusMessage: expect.any(String) });
      },
    ),
    { numRuns: RUNS },
  );
  while ((await mail.health()).pending > 0) await new Promise((resolve) => setImmediate(resolve));
  await mail.stop(1_000);

  const directory = path.join(mail.dataDir, 'mail');
  // Reports of abuse also get a receipt.
  const files = (await readdir(directory)).filter((file) => !file.endsWith('-reply.eml'));
  expect(await mail.events()).toMatchObject({ accepted: files.length });
  expect(files.length).toBeGreaterThan(RUNS / 20);
  for (const file of files) {
    const letter = await simpleParser(await readFile(path.join(directory, file)));
    expect([...letter.headers.keys()].filter((header) => !KNOWN_HEADERS.has(header))).toEqual([]);
    expect(letter.headerLines.length).toBe(letter.headers.size);
    expect(['team@site.test', 'rsoc@site.test', 'abuse@site.test']).toContain(
      Array.isArray(letter.to) ? letter.to.length : letter.to?.text,
    );
    expect([letter.cc, letter.bcc]).toEqual([undefined, undefined]);
    expect(letter.replyTo?.value).toHaveLength(1);
    expect(letter.from?.text).toBe('"Website" <website@site.test>');
  }
});
