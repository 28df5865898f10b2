import { expect, test } from '@playwright/test';
import { attributesOf, readHtml, textsOf } from './site.ts';

const PATH = '/RSOC-for-domains-application';

test('the application has its own layout with stages and help but without the main navigation', {
  tag: '@html',
}, async ({ request }) => {
  const html = await readHtml(request, PATH);

  expect(textsOf(html, 'title')).toEqual(['RSOC for domains application | Freehold']);
  expect(textsOf(html, 'h1')).toEqual(['RSOC for domains']);
  expect(html.querySelectorAll('nav[aria-label=Main]')).toEqual([]);
  expect(attributesOf(html, 'body > header a', 'href')).toContain('/contact');
  const stages = attributesOf(html, '[aria-label="Stages of the application"] > li', 'aria-current');
  expect(stages).toEqual(['step', undefined, undefined, undefined, undefined]);
  expect(textsOf(html, 'body > footer a')).toEqual(expect.arrayContaining(['Privacy policy', 'Terms', 'Imprint']));
  // No index links to the sections, so they have no numbers.
  expect(textsOf(html, 'main span').filter((text) => /^P\d+$/.test(text))).toEqual([]);
});

test('solutions and FAQ link to the comparison of parking and RSOC', { tag: '@html' }, async ({ request }) => {
  const html = await readHtml(request, PATH);
  for (const path of ['/solutions', '/faq']) {
    const links = attributesOf(await readHtml(request, path), `main a[href^="${PATH}#block"]`, 'href');
    const [, id] = links[0]?.split('#') ?? [];
    expect(textsOf(html, `#${id}`), path).toEqual(['Parking or RSOC']);
  }
});
