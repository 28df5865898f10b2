import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createFaqSearch } from '../../src/features/faq/search.ts';
import { FAQ_QUERIES } from '../support/faq-queries.ts';
import { startSiteForTest } from '../support/site-process.ts';

const Entry = z.object({ id: z.number(), question: z.string(), answerText: z.string(), searchTerms: z.string() });
const Payload = z.object({ groups: z.array(z.object({ entries: z.array(Entry) })) });

/** More requests could fill the render queue, and would then get 503. */
const MAX_CONCURRENT_REQUESTS = 4;

const NO_RESULTS = ['zzzz', 'xylophone solo', '<b>', '%', 'how do i'];

test('the server renders the results that the search in the browser finds, and each topic once in their payload', async () => {
  const site = await startSiteForTest();
  const { groups } = Payload.parse(await (await fetch(`${site.url}/faq/_payload.json`)).json());
  const search = createFaqSearch(groups.flatMap(({ entries }) => entries));
  const listRenderedIds = async (query: string): Promise<string[]> => {
    const response = await fetch(`${site.url}/faq?${new URLSearchParams({ q: query })}`);
    expect(response.status, query).toBe(200);
    return [...(await response.text()).matchAll(/ id="(faq-\d+)"/g)].map(([, id = '']) => id);
  };

  // tests/unit/features/faq/search.test.ts searches for all of them.
  const queries = [
    ...FAQ_QUERIES.filter((_, index) => index % 10 === 0).map(({ query }) => query),
    'payment',
    ...NO_RESULTS,
  ];
  const rendered = Object.fromEntries(
    await pLimit(MAX_CONCURRENT_REQUESTS).map(queries, async (query) => [query, await listRenderedIds(query)] as const),
  );

  expect(rendered).toEqual(
    Object.fromEntries(queries.map((query) => [query, search(query).map(({ id }) => `faq-${id}`)])),
  );
  expect(rendered.payment).toHaveLength(1);

  const countTopics = async (path: string): Promise<number> => {
    const document = await (await fetch(site.url + path)).text();
    const [, payload = ''] = / data-payload="([^"]+)"/.exec(document) ?? [];
    return (await (await fetch(site.url + payload)).text()).split('#topic-').length - 1;
  };

  const count = await countTopics('/faq');
  expect(count).toBeGreaterThan(0);
  expect(await countTopics('/faq?q=payout')).toBe(count);
});
