import type { Page } from '@playwright/test';
import { expect } from './site.ts';

/** A state of a page that is reached by interaction. */
type State = {
  readonly name: string;
  /** Brings the page into the state, from the one before it in the list. */
  readonly enter: (page: Page) => Promise<void>;
};

/** States that are reached one after the other in one visit of a page. */
type Visit = {
  readonly path: string;
  readonly states: readonly State[];
  readonly hasCookieBanner?: true;
  readonly isOnPhone?: true;
};

const expectErrors = (page: Page) => expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();

const expectCookieBanner = async (page: Page): Promise<void> => {
  await expect(page.locator('#cookie-box')).toHaveCSS('opacity', '1');
};

export const VISITS: readonly Visit[] = [
  {
    path: '/news',
    isOnPhone: true,
    states: [
      {
        name: 'the open menu on a phone',
        enter: async (page) => {
          await page.getByRole('button', { name: 'Menu' }).click();
          await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
        },
      },
    ],
  },
  {
    path: '/imprint',
    hasCookieBanner: true,
    states: [
      { name: 'the cookie banner', enter: expectCookieBanner },
      {
        name: 'the cookie settings',
        enter: async (page) => {
          await page.getByRole('button', { name: 'Manage preferences' }).click();
          await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toHaveCSS('opacity', '1');
        },
      },
    ],
  },
  {
    path: '/faq',
    states: [
      {
        name: 'an FAQ search without results',
        enter: async (page) => {
          await page.getByRole('searchbox', { name: 'Search the FAQ' }).fill('xylophone solo');
          await expect(page.getByRole('main').getByRole('status')).toHaveText('Nothing found.');
        },
      },
    ],
  },
  // Its form has all controls of the contact form, and a checkbox.
  {
    path: '/contact?topic=abuse',
    states: [
      {
        name: 'the form for reports of abuse with errors',
        enter: async (page) => {
          await page.getByRole('button', { name: 'Send report' }).click();
          await expectErrors(page);
        },
      },
    ],
  },
  {
    path: '/RSOC-for-domains-application',
    states: [
      {
        name: 'the application form with errors',
        enter: async (page) => {
          await page.getByRole('textbox', { name: 'Name' }).focus();
          await page.getByRole('button', { name: /^Next:/ }).click();
          await expectErrors(page);
        },
      },
    ],
  },
  {
    path: '/nameserver-setup',
    states: [
      {
        name: 'the results of a domain check',
        enter: async (page) => {
          await page.getByRole('textbox', { name: 'Your domains' }).fill('signed-9.com\nbroken-9.com\nnonsense');
          await page.getByRole('button', { name: 'Check domains' }).click();
          await page.getByText('What we found').first().click();
          await expect(page.getByText('2 domains checked.')).toBeVisible();
        },
      },
      {
        name: 'an open popup',
        enter: async (page) => {
          await page.getByRole('button', { name: 'Check it yourself' }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
    ],
  },
  {
    path: '/about-us',
    states: [
      {
        name: 'the open lightbox',
        enter: async (page) => {
          await page.locator('a[data-gallery-item]').first().click();
          await expect(page.locator('.yarl__slide_current img[data-status="ready"]')).toBeVisible();
          await expect(page.getByRole('dialog', { name: 'Pictures', exact: true })).toHaveCSS('opacity', '1');
        },
      },
    ],
  },
];

export const PHONE = { width: 360, height: 740 } as const;
