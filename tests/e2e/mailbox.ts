import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ParsedMail } from 'mailparser';
import { findMails } from '../support/find-mails.ts';
import { holdRequests } from './site.ts';

const REFERENCE = /^P-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

/** The servers of `playwright.config.ts`, named after their data directories. `captcha` uses an external captcha provider. */
type TestServer = 'site' | 'captcha';

/** Waits until at least one delivered email contains the text, and returns all that do. */
export const deliveredWith = async (text: string, server: TestServer = 'site'): Promise<ParsedMail[]> => {
  const find = () => findMails(path.join(process.env.E2E_DATA_DIR ?? '', server), text);
  await expect.poll(async () => (await find()).length).toBeGreaterThan(0);
  return find();
};

export const headerOf = (mail: ParsedMail | undefined, name: string): string => String(mail?.headers.get(name));

/** Makes a text unique, to find it among the messages of other tests. */
export const unique = (text: string): string => `${text} ${crypto.randomUUID()}`;

/**
 * Presses the button until the confirmation is shown, because the server rejects forms that are submitted too soon after rendering.
 * Returns the reference number.
 */
export const sendAndWait = async (page: Page, buttonName: string): Promise<string> => {
  const button = page.getByRole('button', { name: buttonName });
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(page).toHaveURL(/[?]sent=/, { timeout: 2_000 });
  }).toPass();
  const reference = page.getByText(REFERENCE);
  await expect(reference).toBeVisible();
  return reference.innerText();
};

/**
 * Double-clicks the button of a form. The message is sent after the second click: a click during which the page changes
 * does not end in Firefox.
 */
export const doubleClick = async (page: Page, buttonName: string): Promise<void> => {
  const release = await holdRequests(page, '**/mail/send');
  await page.getByRole('button', { name: buttonName }).dblclick();
  release();
};
