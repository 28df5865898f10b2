import { expect, test } from 'vitest';
import { readMessage } from '../../../src/forms/message.ts';
import { composeMessage } from '../../../src/mail/compose.ts';
import { application } from '../../support/smtp-letters.ts';

const compose = async (changes: Readonly<Record<string, unknown>>) => {
  const verdict = await readMessage(application({ skipRefusedLines: true, ...changes }));
  if (verdict.status !== 'valid') throw new Error('the application is invalid');
  return composeMessage(verdict.message, { reference: 'P-7K3M-9QXA', acceptedAt: 0, proof: 'absent' });
};

test('one domain, one line and one address are told of in the singular', async () => {
  const { subject, text } = await compose({ domainList: 'www.first-name.com\nnonsense' });

  expect(subject).toBe('RSOC application: Ada Example, 1 domain [P-7K3M-9QXA]');
  expect(text).toContain('1 domain is attached as domains.csv.');
  expect(text).toContain('0 repeated, 1 line left out, 1 subdomain or address taken for its domain.');
});

test('several domains, lines and addresses are told of in the plural', async () => {
  const { subject, text } = await compose({
    domainList: 'www.first-name.com\nblog.second-name.com\nsecond-name.com\nnonsense\nand more',
  });

  expect(subject).toBe('RSOC application: Ada Example, 2 domains [P-7K3M-9QXA]');
  expect(text).toContain('2 domains are attached as domains.csv.');
  expect(text).toContain('1 repeated, 2 lines left out, 2 subdomains or addresses taken for their domain.');
});

test('a message without proof of a person says that no captcha came with it', async () => {
  const { text } = await compose({});

  expect(text).toContain('Sender: not verified: sent without a captcha');
});
