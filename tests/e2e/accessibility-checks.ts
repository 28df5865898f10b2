import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { SITEMAP_PAGES } from './pages.ts';
import { expect, renderAllSections } from './site.ts';

/** The pages in the sitemap, pages with a query, and the error page. */
export const PAGES = [
  ...SITEMAP_PAGES,
  '/faq?q=minimum+payout',
  '/faq?q=xylophone+solo',
  '/news?page=2',
  '/no-such-page',
];

/** A state of a page that is reached by interaction. */
type State = {
  readonly name: string;
  readonly path: string;
  /** Brings the page at `path` into the state. */
  readonly enter: (page: Page) => Promise<void>;
  readonly hasCookieBanner?: true;
  readonly isOnPhone?: true;
};

const expectErrors = (page: Page) => expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();

const expectCookieBanner = async (page: Page): Promise<void> => {
  await expect(page.locator('#cookie-box')).toHaveCSS('opacity', '1');
};

const searchFor = (text: string, status: RegExp) => async (page: Page) => {
  await page.getByRole('searchbox', { name: 'Search the FAQ' }).fill(text);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(status);
};

export const STATES: readonly State[] = [
  {
    name: 'the open menu on a phone',
    path: '/news',
    isOnPhone: true,
    enter: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    },
  },
  { name: 'the cookie banner', path: '/imprint', hasCookieBanner: true, enter: expectCookieBanner },
  {
    name: 'the cookie settings',
    path: '/imprint',
    hasCookieBanner: true,
    enter: async (page) => {
      await expectCookieBanner(page);
      await page.getByRole('button', { name: 'Manage preferences' }).click();
      await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toHaveCSS('opacity', '1');
    },
  },
  { name: 'FAQ search results', path: '/faq', enter: searchFor('payout', /found\.$/) },
  { name: 'an FAQ search without results', path: '/faq', enter: searchFor('xylophone solo', /^Nothing found\.$/) },
  {
    name: 'the contact form with errors',
    path: '/contact',
    enter: async (page) => {
      await page.getByRole('button', { name: 'Send message' }).click();
      await expectErrors(page);
    },
  },
  {
    name: 'the application form with errors',
    path: '/RSOC-for-domains-application',
    enter: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).focus();
      await page.getByRole('button', { name: /^Next:/ }).click();
      await expectErrors(page);
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

export const PHONE = { width: 360, height: 740 } as const;

type RuleSelection = {
  readonly except?: readonly string[];
  readonly only?: readonly string[];
};

/** Rules whose result depends on the theme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** Violations of WCAG 2.2 AA and axe's best practices, or only of the rules in `only`, each as rule and selector. */
export const listViolations = async (page: Page, { except = [], only }: RuleSelection = {}): Promise<string[]> => {
  await renderAllSections(page);
  // Both options together make the check twice as fast. The legacy mode does not open a blank page to merge the results of
  // cross-origin frames. `resultTypes` leaves out the successful checks.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (only) axe.withRules([...only]);
  else
    axe.disableRules([...except]).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};

/** The elements that make the page wider than the viewport, each as tag and class names. */
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
