import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faq, faqItem, homepage, openSite } from '../../support/wordpress-server.ts';

/** The questions of a snapshot that has one for each `menu_order`, with ids and dates that ascend. */
const openQuestions = async (...menuOrders: readonly number[]) => {
  const items = menuOrders.map((menu_order, at) => faqItem({ id: at + 1, date: `2026-01-0${at + 1}`, menu_order }));
  const { listFaq, readHomepage, ...site } = await openSite({
    snapshot: { ...faq(...items), ...homepage({ faq: [3, 1, 2] }) },
  });
  return {
    ...site,
    idsOfAll: async () => (await listFaq()).map(({ id }) => id),
    idsOfHome: async () => (await readHomepage()).faq.map(({ id }) => id),
  };
};

test.each([
  ['that editors chose', [3, 1, 2], [2, 3, 1]],
  ['of their dates if editors chose none', [0, 0, 0], [1, 2, 3]],
])('all questions are in the order %s', async (_, menuOrders, ids) => {
  expect(await (await openQuestions(...menuOrders)).idsOfAll()).toEqual(ids);
});

test('the questions of the home page are in the order of their ids there', async () => {
  expect(await (await openQuestions(1, 2, 3)).idsOfHome()).toEqual([3, 1, 2]);
});

test('a changed file is read again only after its content was invalidated', async () => {
  const { idsOfAll, invalidateContent, snapshotDirectory } = await openQuestions(1, 2);
  await idsOfAll();
  await writeFile(join(snapshotDirectory, 'wp-json/wp/v2/faq.json'), JSON.stringify([faqItem({ id: 7 })]));

  expect(await idsOfAll()).toEqual([1, 2]);
  invalidateContent(null);
  expect(await idsOfAll()).toEqual([7]);
});
