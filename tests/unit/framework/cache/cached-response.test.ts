import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  matchesEtag,
  recompressInBackground,
  toCachedResponse,
} from '../../../../src/framework/cache/cached-response.ts';

const TEXT = Array.from({ length: 400 }, (_, line) => `<p>Line ${line * 7919} of a page, ${line % 13} of 13.</p>`).join(
  '',
);

const answerWith = (text: string, before?: Awaited<ReturnType<typeof toCachedResponse>>) =>
  toCachedResponse(
    { status: 200, bytes: new TextEncoder().encode(text), headers: { 'content-type': 'text/html' } },
    before,
  );

test('a kept answer is packed tighter behind the back of its first visitor, and says how long it is then', async () => {
  const answer = await answerWith(TEXT);
  const first = answer.forms.br.bytes;
  await recompressInBackground(answer);

  const { bytes, head } = answer.forms.br;
  expect(bytes.length).toBeLessThan(first.length);
  expect(brotliDecompressSync(bytes).toString()).toBe(TEXT);
  expect(head.slice(-2)).toEqual(['content-length', String(bytes.length)]);
});

test('the same bytes are packed once: an answer that is made anew takes what was packed', async () => {
  const before = await answerWith(TEXT);
  await recompressInBackground(before);
  const again = await answerWith(TEXT, before);
  expect(again.forms.br.bytes).toBe(before.forms.br.bytes);

  await recompressInBackground(again);
  expect(again.forms.br.bytes).toBe(before.forms.br.bytes);
});

test.each(['W/"a"', '"a"', '*', '"b", W/"a"', 'W/"b","a"'])('%s: the client has the answer W/"a" already', (given) => {
  expect(matchesEtag(given, 'W/"a"')).toBe(true);
});

test.each([null, '', '"b"', 'W/"ab"', 'a', 'W/a'])('%s: the client has another answer than W/"a", or none', (given) => {
  expect(matchesEtag(given, 'W/"a"')).toBe(false);
});
