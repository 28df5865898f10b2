import { expect, test } from 'vitest';
import { applicationMessage } from '../../../../src/features/rsoc-application/application-message.ts';
import { composeApplicationEmail } from '../../../../src/features/rsoc-application/application-message-kind.ts';
import { listReadFields } from '../../../support/read-fields.ts';
import { application } from '../../../support/smtp-letters.ts';
import { validIn } from '../../../support/validate-message.ts';

const compose = async (changes: Readonly<Record<string, unknown>>) =>
  composeApplicationEmail(await validIn(applicationMessage, application({ skipRejectedLines: true, ...changes })));

const listSummary = async (domainList: string): Promise<string | undefined> =>
  (await compose({ domainList })).sections.find(({ title }) => title === 'Domains')?.text;

test('several domains, skipped lines and shortened entries are counted in the plural', async () => {
  const domainList = 'www.first-name.com\nblog.second-name.com\nsecond-name.com\nnonsense\nand more';

  expect((await compose({ domainList })).subject).toBe('RSOC application: Ada Example, 2 domains');
  expect(await listSummary(domainList)).toContain('2 domains are attached as domains.csv.');
  expect(await listSummary(domainList)).toContain(
    '1 duplicate removed, 2 lines skipped, 2 entries shortened to the domain.',
  );
});

test('the text lists 25 domains in Unicode, the attachment all of them', async () => {
  const domainList = ['bücher-regal.de', ...Array.from({ length: 29 }, (_, index) => `name-${index}.com`)].join('\n');
  const { attachments } = await compose({ domainList });

  expect(await listSummary(domainList)).toMatch(/\nbücher-regal\.de\n.*\nname-23\.com\nand 5 more$/s);
  expect(attachments.map(({ filename }) => filename)).toEqual(['domains.csv']);
  expect(attachments[0]?.content).toContain('"xn--bcher-regal-thb.de","bücher-regal.de"');
  expect(attachments[0]?.content.trim().split('\r\n')).toHaveLength(31);
});

test('rejected lines are attached with their reasons, and no cell is evaluated as a formula', async () => {
  const { attachments } = await compose({ domainList: 'first-name.com\n=HYPERLINK("x")' });

  expect(attachments.map(({ filename }) => filename)).toEqual(['domains.csv', 'left-out.csv']);
  expect(attachments[1]?.content).toContain(`"2","'=HYPERLINK(""x"")"`);
});

test('choices are shown by their labels', async () => {
  const { rows } = await compose({ subjects: ['travel', 'home'], revenueRange: '100-1000' });

  expect(rows).toContainEqual(['Country', 'Germany']);
  expect(rows).toContainEqual(['Subjects', 'Travel, Home and garden']);
  expect(rows).toContainEqual(['Revenue per month', '100 to 1,000 EUR or USD']);
});

test('the email contains every field of the application', async () => {
  const readNames = listReadFields(await validIn(applicationMessage, application()), composeApplicationEmail);
  // The list summary shows the effect of the first; the other two are ticked in every valid application.
  const unreadNames = ['skipRejectedLines', 'agreesToReview', 'agreesToTerms'];

  expect([...readNames, ...unreadNames].sort()).toEqual([...applicationMessage.fieldNames].sort());
});
