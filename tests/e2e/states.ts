import type { Page } from '@playwright/test';
import { expect } from './site.ts';

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
  { name: 'FAQ search results', path: '/faq', enter: searchFor('payout', /found for “payout”\.$/) },
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
    name: 'the form for reports of abuse with errors',
    path: '/contact?topic=abuse',
    enter: async (page) => {
      await page.getByRole('button', { name: 'Send report' }).click();
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
    name: 'the results of a domain check',
    path: '/nameserver-setup',
    enter: async (page) => {
      await page.getByRole('textbox', { name: 'Your domains' }).fill('signed-9.com\nbroken-9.com\nnonsense');
      await page.getByRole('button', { name: 'Check domains' }).click();
      await page.getByText('What we found').first().click();
      await expect(page.getByText('2 domains checked.')).toBeVisible();
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
