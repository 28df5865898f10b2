import { expect, test } from 'vitest';
import { toImageIds } from '../../../src/site/image-ids.ts';

test('the id of an image is derived from its file name, regardless of folder and format', () => {
  expect(toImageIds(['/pictures/booth-front.webp', '/media/1280/uploads/Hall%202.jpg?v=3'])).toEqual([
    'picture-booth-front',
    'picture-uploads-hall-202',
  ]);
});

test('ids of repeated images are unique, within a gallery and across galleries', () => {
  const urls = ['/pictures/booth.webp', '/pictures/plan.webp', '/pictures/booth.webp'];

  expect(toImageIds(urls)).toEqual(['picture-booth', 'picture-plan', 'picture-booth-2']);
  expect(toImageIds(['/pictures/plan.webp', '/pictures/booth.webp'], urls)).toEqual([
    'picture-plan-2',
    'picture-booth-3',
  ]);
});

test('the id of a repeated image is not that of another image', () => {
  expect(toImageIds(['/pictures/booth.jpg', '/pictures/booth-2.jpg', '/pictures/booth.png'])).toEqual([
    'picture-booth',
    'picture-booth-2',
    'picture-booth-3',
  ]);
});

test('an image that is repeated 10,000 times has 10,000 ids at once', { timeout: 5_000 }, () => {
  expect(new Set(toImageIds(Array(10_000).fill('/pictures/booth.webp'))).size).toBe(10_000);
});
