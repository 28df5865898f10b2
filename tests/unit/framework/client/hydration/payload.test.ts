import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readPayload } from '../../../../../src/framework/client/hydration/payload.ts';

const PAYLOAD = '0:{"_buildId":"1"}\n';
const VERSION = createHash('sha256').update(PAYLOAD).digest('base64url').slice(0, 16);
const OTHER_VERSION = 'aaaaaaaaaaaaaaaa';

type FixedResponse = { readonly status?: number; readonly body?: string; readonly headers?: Record<string, string> };

/** Reads the payload of a version from a server with a fixed response. */
const readFrom = async (
  version: string,
  { status = 200, body = PAYLOAD, headers = {} }: FixedResponse,
): Promise<string> => {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const payload = await readPayload(await fetch(`http://127.0.0.1:${port}/payloads/${version}.txt?path=/faq`));
  return new TextDecoder().decode(payload);
};

test('a payload is accepted if its digest is the version in the URL', async () => {
  expect(await readFrom(VERSION, {})).toBe(PAYLOAD);
});

test('a truncated payload is rejected', async () => {
  await expect(readFrom(VERSION, { body: PAYLOAD.slice(0, 9) })).rejects.toThrow('unexpected version');
});

test('a response with status 200 that is not the payload is rejected', async () => {
  await expect(readFrom(VERSION, { body: '<!doctype html>' })).rejects.toThrow('unexpected version');
});

test.each([404, 429, 500, 503])('status %i is rejected', async (status) => {
  await expect(readFrom(VERSION, { status })).rejects.toThrow(String(status));
});

test('a payload that the server rendered again is accepted by the version in its header', async () => {
  const headers = { 'x-payload-version': `${import.meta.env.WAKU_BUILD_ID} ${VERSION}` };
  expect(await readFrom(OTHER_VERSION, { headers })).toBe(PAYLOAD);
});

test('a payload that was rendered again by another build is rejected', async () => {
  const headers = { 'x-payload-version': `another-build ${VERSION}` };
  await expect(readFrom(OTHER_VERSION, { headers })).rejects.toThrow('unexpected version');
});
