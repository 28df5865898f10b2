import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site.ts';

/** One URL for every kind of page, and the URL of every page from the content system. */
export const PAGES = [
  '/',
  '/faq',
  '/faq?q=minimum+payout',
  '/faq?q=xylophone+quartet',
  '/news',
  '/news?page=2',
  '/what-a-for-sale-banner-costs',
  '/events',
  '/events/registrar-row-vienna',
  '/events/lane-markings-lisbon',
  '/solutions',
  '/about-us',
  '/contact',
  '/RSOC-for-domains-application',
  '/privacy-policy',
  '/agb.php',
  '/imprint',
  '/nameserver-setup',
  '/portfolio-audit',
  '/no-such-page',
] as const;

/** A state of a page that requires interaction, and how to get there. */
type State = {
  readonly name: string;
  readonly path: string;
  readonly enter: (page: Page) => Promise<void>;
  readonly hasCookieBox?: true;
  readonly isOnPhone?: true;
};

const hasErrors = (page: Page) => expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();

const showCookieBox = async (page: Page): Promise<void> => {
  await expect(page.locator('#cookie-box')).toHaveCSS('opacity', '1');
};

const searchFor = (text: string, answer: RegExp) => async (page: Page) => {
  await page.getByRole('searchbox', { name: 'Search the FAQ' }).fill(text);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(answer);
};

export const STATES: readonly State[] = [
  {
    name: 'the open menu of a phone',
    path: '/news',
    isOnPhone: true,
    enter: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    },
  },
  { name: 'the cookie box', path: '/imprint', hasCookieBox: true, enter: showCookieBox },
  {
    name: 'the settings of cookies',
    path: '/imprint',
    hasCookieBox: true,
    enter: async (page) => {
      await showCookieBox(page);
      await page.getByRole('button', { name: 'Manage preferences' }).click();
      await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toHaveCSS('opacity', '1');
    },
  },
  { name: 'answers that come while a visitor types', path: '/faq', enter: searchFor('payout', /found\.$/) },
  { name: 'a search that finds nothing', path: '/faq', enter: searchFor('xylophone quartet', /^Nothing found\.$/) },
  {
    name: 'the errors of the contact form',
    path: '/contact',
    enter: async (page) => {
      await page.getByRole('button', { name: 'Send the message' }).click();
      await hasErrors(page);
    },
  },
  {
    name: 'the errors of the application',
    path: '/RSOC-for-domains-application',
    enter: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).focus();
      await page.getByRole('button', { name: /^Next:/ }).click();
      await hasErrors(page);
    },
  },
  {
    name: 'an open popup',
    path: '/nameserver-setup',
    enter: async (page) => {
      await page.getByRole('button', { name: 'Check it yourself' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the open lightbox',
    path: '/about-us',
    enter: async (page) => {
      await page.locator('a[data-gallery-item]').first().click();
      await expect(page.locator('.yarl__slide_current img[data-status="ready"]')).toBeVisible();
      await expect(page.getByRole('dialog', { name: 'Pictures', exact: true })).toHaveCSS('opacity', '1');
    },
  },
];

/** The viewport in which states are tested. */
export const PHONE = { width: 360, height: 740 } as const;

type Extent = {
  /** Rules that give wrong results in this situation. */
  readonly except?: readonly string[];
  /** Restricts the check to these rules, because the others were checked before. */
  readonly only?: readonly string[];
};

/** Rules whose result depends on the theme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** Violations of WCAG 2.2 AA and axe's best practices, each as rule and selector. */
export const listViolations = async (page: Page, { except = [], only }: Extent = {}): Promise<string[]> => {
  const axe = new AxeBuilder({ page });
  if (only) axe.withRules([...only]);
  else
    axe.disableRules([...except]).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};

/** How far the page is wider than the viewport, and the elements that cause it. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const isClipped = (element: Element): boolean => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return true;
      return false;
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && !isClipped(element))
      .map(({ tagName, className }) => `${tagName} ${className}`);
  });
