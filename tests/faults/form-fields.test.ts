import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { contactMessage } from '../../src/features/contact/contact-message.ts';
import { applicationMessage } from '../../src/features/rsoc-application/application-message.ts';
import { startSiteForTest } from '../support/site-process.ts';

test('every field of a message schema has an input in its form', async () => {
  const site = await startSiteForTest();

  for (const { path, fieldNames } of [contactMessage, applicationMessage]) {
    const page = parse(await (await fetch(site.url + path)).text());
    const names = page.querySelectorAll('main form [name]').map((input) => input.getAttribute('name'));

    expect(names).toEqual(expect.arrayContaining([...fieldNames]));
  }
});
