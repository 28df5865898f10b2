import { expect, test } from 'vitest';
import { toItemTags } from '../../../src/content/item-tags.ts';

test('a list whose tags are too long for a header has one tag that stands for any item', () => {
  const slugs = (count: number, slug: string) => Array.from({ length: count }, (_, index) => `${slug}-${index}`);

  expect(toItemTags('post', slugs(40, 'a-slug-of-common-length'))).toHaveLength(40);
  expect(toItemTags('post', slugs(400, 'a-slug-of-common-length'))).toEqual(['post:*']);
  // Each of these letters becomes six characters of the header.
  expect(toItemTags('post', slugs(20, 'оченьдлинныйслаг'))).toEqual(['post:*']);
});
