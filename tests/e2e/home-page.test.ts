import { test as htmlTest } from '@playwright/test';
import { attributesOf, expect, readHtml, test, textsOf } from './site.ts';

htmlTest(
  'the home page has the required sections and fixed texts, in order, and an index with their numbers',
  {
    tag: '@html',
  },
  async ({ request }) => {
    const html = await readHtml(request, '/');
    const [content = ''] = textsOf(html, 'main');

    expect(textsOf(html, 'title')).toEqual(['Freehold']);
    let position = 0;
    for (const text of [
      "Elevate your domain's monetization potential",
      'WHO WE ARE',
      'Unapologetically domain-focused',
      'OUR PLATFORM',
      'Discover the Freehold platform',
      'SUGGESTION',
      'The visitors',
      'INTERFACE',
      'You',
      'FEATURES',
      'Monetization',
      'Management & Reporting',
      'Commission-free domain sales',
      'Explore more FAQs',
    ]) {
      const found = content.indexOf(text, position);
      expect(found, `"${text}" after "${content.slice(position - 40, position)}"`).toBeGreaterThanOrEqual(0);
      position = found + text.length;
    }
    expect(html.querySelectorAll('section:has(h1) li, header:has(h1) li')).toHaveLength(3);
    expect(html.querySelectorAll('main blockquote').length, 'testimonials').toBeGreaterThanOrEqual(3);

    const index = html.querySelectorAll('nav[aria-label="On this page"] a');
    expect(index).toHaveLength(5);
    for (const [number, link] of index.entries()) {
      const numbers = (text: string) => /^P\d$/.test(text);
      expect(textsOf(link, 'span').filter(numbers)).toEqual([`P${number + 1}`]);
      const section = html.querySelector(`section:has(${link.attributes.href})`) ?? link;
      expect(textsOf(section, 'span').filter(numbers), link.attributes.href).toEqual([`P${number + 1}`]);
    }
  },
);

htmlTest(
  'of the questions on the home page the first one is open, and a link leads to all of them',
  {
    tag: '@html',
  },
  async ({ request }) => {
    const html = await readHtml(request, '/');
    const [first, ...others] = attributesOf(html, 'main details', 'open');

    expect(first).toBe('');
    expect(others.length).toBeGreaterThanOrEqual(3);
    expect([...new Set(others)]).toEqual([undefined]);
    expect(attributesOf(html, 'section:has(details) a', 'href').at(-1)).toBe('/faq');
  },
);

test('assistive technology gets the landmarks and sections in order, names for everything, and no decoration', async ({
  page,
}) => {
  await page.goto('/');
  const tree = await page.locator('body').ariaSnapshot();

  expect(tree).toMatch(/^- link "Skip to content"/);
  expect(tree.match(/(?<=- )(?:banner|main|contentinfo|navigation.*)(?=:$)/gm)).toEqual([
    'banner',
    'navigation "Main"',
    'main',
    'navigation "On this page"',
    'contentinfo',
    'navigation "Footer"',
  ]);
  const headings = tree.matchAll(/- heading "(.+)" \[level=([12])\]/g);
  expect(Array.from(headings, ([, name, level]) => `${level} ${name}`)).toEqual([
    "1 Elevate your domain's monetization potential",
    '2 Unapologetically domain-focused',
    '2 Discover the Freehold platform',
    '2 Earn, organize, sell',
    '2 Questions owners ask before they switch',
    '2 What domain owners say',
    '2 Point ten names. Compare the statements.',
    '2 RSOC for domains',
    '2 Platform',
    '2 Company',
    '2 Legal',
    '2 Contact',
  ]);
  for (const picture of ['The dashboard for a portfolio', 'A laptop', 'A lander on solar-quotes.example'])
    expect(tree).toContain(`img "${picture}`);
  expect(tree.match(/- (?:img|link|button|textbox|searchbox)(?: \[.*\])?:?$/gm), 'without a name').toBeNull();
  // Section numbers and card counters are decorative.
  expect(tree).not.toMatch(/(?:: "?|")(?:P\d|\d\/\d)\b/);
});

test('all images of the home page load, and have dimensions and alternative text', {
  tag: ['@phone', '@scripts'],
}, async ({ page }) => {
  await page.goto('/');

  const images = page.getByRole('main').locator('img');
  expect(await images.count()).toBeGreaterThanOrEqual(5);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty('complete', true);
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await expect(image).toHaveAttribute('width', /^\d+$/);
    await expect(image).toHaveAttribute('height', /^\d+$/);
    await expect(image).toHaveAttribute('alt');
  }
});
