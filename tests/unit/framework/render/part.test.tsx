import { renderToReadableStream } from 'react-server-dom-webpack/server.node';
import { beforeEach, expect, test, vi } from 'vitest';
import { runInOwnContext } from '../../../../src/framework/context.ts';
import { log } from '../../../../src/framework/log.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { part } from '../../../../src/framework/render/part.tsx';
import { seeOther } from '../../../../src/framework/render/waku.ts';

const logged = vi.spyOn(log, 'error');

beforeEach(() => {
  logged.mockClear();
  // In development the errors are React's.
  vi.stubEnv('DEV', false);
});

type Props = { readonly name: string };

const options = {
  Fallback: ({ name }: Props) => <i>{name} is on its way</i>,
  Failed: ({ name }: Props) => <b>{name} is missing</b>,
};

/** Renders a part to an RSC payload, in a context like that of a request. */
const render = (load: (props: Props) => Promise<string>, kind: 'document' | 'payload' = 'payload') => {
  const Part = part('prices', options, load);
  const digests: unknown[] = [];
  return runInOwnContext(async (c) => {
    c.set('pageRequest', { kind, path: '/', query: '' });
    const onError = (error: unknown) => {
      digests.push(error);
      return typeof error === 'object' && error !== null && 'digest' in error ? String(error.digest) : '';
    };
    const payload = await new Response(renderToReadableStream(<Part name="The table" />, {}, { onError })).text();
    return { payload, digests, hasFailedPart: c.get('hasFailedPart') ?? false };
  });
};

test('a part shows its content, and a client navigation its fallback until then', async () => {
  const { payload, hasFailedPart } = await render(async ({ name }) => `${name} of prices`);

  expect(payload).toContain('The table of prices');
  expect(payload).toContain('is on its way');
  expect(payload).not.toContain('is missing');
  expect(hasFailedPart).toBe(false);
});

test('a part that throws shows what is missing, names itself once in the log and in the metrics, and the page is not cached', async () => {
  const error = new Error('no prices');
  const { payload, digests, hasFailedPart } = await render(() => Promise.reject(error));

  expect(payload).toContain('is missing');
  expect(digests).toEqual([]);
  expect(hasFailedPart).toBe(true);
  expect(logged.mock.calls).toEqual([[{ err: error, part: 'prices' }, 'a part of a page failed']]);
  expect(await registry.metrics()).toContain('page_parts_failed_total{part="prices"} 1');
});

test('a document falls back to what is missing, which stays if a component in the part throws', async () => {
  const { payload } = await render(async () => 'prices', 'document');

  expect(payload).toContain('is missing');
  expect(payload).not.toContain('is on its way');
});

test('a redirect is no failure of the part', async () => {
  const { payload, digests, hasFailedPart } = await render(async () => seeOther('/elsewhere'));

  expect(payload).not.toContain('is missing');
  expect(digests).toHaveLength(1);
  expect(hasFailedPart).toBe(false);
  expect(logged).not.toHaveBeenCalled();
});
