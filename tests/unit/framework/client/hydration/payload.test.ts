import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPayload } from '../../../../../src/framework/client/hydration/payload.ts';

const PAYLOAD = '0:{"_buildId":"1"}\n';
const VERSION = createHash('sha256').update(PAYLOAD).digest('base64url').slice(0, 16);
const BUILD = `${import.meta.env.WAKU_BUILD_ID}`;

/** Reads the payload of a version from this response. */
const read = async (version: string, body: string, init: ResponseInit = {}): Promise<string> => {
  const url = `https://site.example/payloads/${version}.txt?path=/faq`;
  const response = Object.defineProperty(new Response(body, init), 'url', { value: url });
  return new TextDecoder().decode(await readPayload(response));
};

const renderedAgainBy = (build: string): ResponseInit => ({ headers: { 'x-payload-version': `${build} ${VERSION}` } });

test('a payload is accepted if its digest is the version in the URL', async () => {
  expect(await read(VERSION, PAYLOAD)).toBe(PAYLOAD);
});

test('a payload that the server rendered again is accepted by the version in its header', async () => {
  expect(await read('aaaaaaaaaaaaaaaa', PAYLOAD, renderedAgainBy(BUILD))).toBe(PAYLOAD);
});

test.each([
  ['a truncated payload', PAYLOAD.slice(0, 9), {}, 'unexpected version'],
  ['a payload that another build rendered again', PAYLOAD, renderedAgainBy('another-build'), 'unexpected version'],
  ['an error', PAYLOAD, { status: 503 }, '503'],
])('%s is rejected', async (_, body, init, message) => {
  await expect(read(VERSION, body, init)).rejects.toThrow(message);
});
