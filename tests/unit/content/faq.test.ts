import { expect, test } from 'vitest';
import {
  faq as faqContent,
  faqItem,
  openSiteOn,
  openSiteWith,
  serveWordPress,
} from '../../support/wordpress-server.ts';

const createItems = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    faqItem({ id: index + 1, date: new Date(Date.UTC(2020, 0, index + 1)).toISOString().slice(0, 19) }),
  );

test('of a collection with more than fifty pages the first fifty are read, with one warning', async () => {
  const { listFaq, warnings } = await openSiteWith(faqContent(...createItems(5_001)), { CMS_TIMEOUT_MS: '60000' });

  expect((await listFaq()).map(({ id }) => id)).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
  expect(warnings()).toEqual([expect.stringContaining('a collection has more pages than the site reads')]);
});

test('the search terms of a question are optional, and invalid ones count as empty', async () => {
  const itemWithFields = (id: number, acf: unknown) => ({ ...faqItem({ id }), acf });
  const { listFaq } = await openSiteWith(
    faqContent(
      itemWithFields(1, { search_terms: 'revshare, <b>Provision</b>\r\niban' }),
      itemWithFields(2, { search_terms: '' }),
      itemWithFields(3, []),
      itemWithFields(4, { search_terms: ['a', 'b'] }),
    ),
  );

  expect((await listFaq()).map(({ searchTerms }) => searchTerms)).toEqual(['revshare, Provision iban', '', '', '']);
});

test('if all items of a list are invalid, the snapshot is used and the error is logged', async () => {
  const wordpress = await serveWordPress({ '/wp-json/wp/v2/faq': [[], []] });
  const { listFaq, warnings } = await openSiteOn(wordpress);

  expect(await listFaq()).toMatchObject([{ question: 'From the snapshot?' }]);
  expect(warnings().join()).toContain(
    'wordpress answered /wp-json/wp/v2/faq with nothing that can be read as faq item',
  );
});

test('topics are requested in the order of their ids, and questions have a topic', async () => {
  const wordpress = await serveWordPress({
    ...faqContent({ ...faqItem({ id: 1 }), 'faq-topics': [62] }),
    '/wp-json/wp/v2/faq-topics': [
      { id: 62, name: 'Payouts &amp; fees', slug: 'payouts', taxonomy: 'faq_topic' },
      { id: 61, name: 'Start', slug: 'start' },
    ],
  });
  const { listFaq, listFaqTopics } = await openSiteOn(wordpress);

  expect((await listFaq())[0]?.topic).toBe(62);
  expect(await listFaqTopics()).toContainEqual({ id: 62, name: 'Payouts & fees' });
  expect(wordpress.requests).toContain('/wp-json/wp/v2/faq-topics?per_page=100&orderby=id&order=asc&page=1');
});

test('if the CMS has no route for topics, the list of topics is empty', async () => {
  const { listFaqTopics } = await openSiteWith(faqContent());

  expect(await listFaqTopics()).toEqual([]);
});

test('if the CMS has no routes for topics and questions, the topics come from the snapshot and count as failed', async () => {
  const { listFaqTopics, contentHealth } = await openSiteOn(
    await serveWordPress(),
    {},
    {
      '/wp-json/wp/v2/faq-topics': [{ id: 61, name: 'Start', slug: 'start' }],
    },
  );

  expect(await listFaqTopics()).toEqual([{ id: 61, name: 'Start' }]);
  expect(contentHealth().failing).toEqual(['faq topics']);
});
