import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { abuseMessage } from '../../src/features/abuse-report/abuse-message.ts';
import { contactMessage } from '../../src/features/contact/contact-message.ts';
import { applicationMessage } from '../../src/features/rsoc-application/application-message.ts';
import { startSiteForTest } from '../support/site-process.ts';

test('every field of a message schema has an input in its form', async () => {
  const site = await startSiteForTest();

  for (const { path, query, fieldNames } of [contactMessage, applicationMessage, abuseMessage]) {
    const page = parse(await (await fetch(site.url + path + query)).text());
    const names = page.querySelectorAll('main form [name]').map((input) => input.getAttribute('name'));

    expect(names).toEqual(expect.arrayContaining([...fieldNames]));
  }
});
