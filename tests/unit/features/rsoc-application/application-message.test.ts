import { expect, test } from 'vitest';
import { applicationMessage } from '../../../../src/features/rsoc-application/application-message.ts';
import { STEP_FIELDS } from '../../../../src/features/rsoc-application/step-fields.ts';
import { toFormData } from '../../../support/form-data.ts';
import { application } from '../../../support/smtp-letters.ts';
import { errorsIn, validIn } from '../../../support/validate-message.ts';

const readErrors = (input: unknown) => errorsIn(applicationMessage, input);
const readValid = (input: unknown) => validIn(applicationMessage, input);

test('every missing required field has an error, in the order of the form', async () => {
  expect(Object.keys(await readErrors({}))).toEqual(
    'name email country isCustomer domainCount domainList subjects languages targetCountries monthlyVisitors trafficKinds adultShare articles adsense agreesToReview agreesToTerms'.split(
      ' ',
    ),
  );
});

test('the steps contain every field of an application', () => {
  expect(Object.values(STEP_FIELDS).flat().sort()).toEqual([...applicationMessage.fieldNames].sort());
});

test.each([
  [undefined, 'Please list your domains.'],
  [' \n', 'Please list your domains.'],
  [7, 'Please enter text.'],
  ['a.com,'.repeat(20_002), 'The list has more than 20,000 entries.'],
])('a list of domains that is missing or cannot be read is invalid (%#)', async (domainList, message) => {
  expect(await applicationMessage.validate(application({ domainList }))).toEqual({
    status: 'invalid',
    fields: { domainList: message },
  });
});

test('rejected lines make an application invalid unless the visitor chooses to skip them', async () => {
  const list = { domainList: 'one.com\nnonsense' };

  expect(await applicationMessage.validate(application(list))).toEqual({
    status: 'invalid',
    fields: {
      domainList:
        '1 line isn’t a domain. Line 2: No extension such as .com. Fix the list, or choose to skip such lines.',
    },
    rejectedLines: [{ line: 2, text: 'nonsense', reason: 'No extension such as .com.' }],
  });
  expect(await readValid(application({ ...list, skipRejectedLines: 'on' }))).toMatchObject({
    domainList: { domains: ['one.com'], rejected: [{ line: 2 }] },
  });
  expect(await applicationMessage.validate(application({ domainList: 'nonsense', skipRejectedLines: true }))).toEqual({
    status: 'invalid',
    fields: { domainList: 'There are no domains in this list.' },
    rejectedLines: [{ line: 1, text: 'nonsense', reason: 'No extension such as .com.' }],
  });
});

test('paid traffic and a disabled AdSense account require further fields, even if the name is missing', async () => {
  expect(await readErrors(application({ name: '', trafficKinds: ['type-in', 'paid'], adsense: 'disabled' }))).toEqual({
    name: 'Please enter your name.',
    paidSources: 'Please name the networks you buy visitors from.',
    agreesToCreatives: 'Please agree to send us the exact text of every ad.',
    adsenseDetails: 'Please tell us what happened, and when.',
  });
});

const DEPENDENT = {
  accountNumber: 'A-1',
  paidSources: 'An ad network',
  agreesToCreatives: true,
  adsenseDetails: 'Disabled in 2020.',
};

test('fields that the form shows because of a choice are part of the application', async () => {
  const choices = { isCustomer: 'yes', trafficKinds: ['type-in', 'paid'], adsense: 'disabled' };

  expect(await readValid(application({ ...choices, ...DEPENDENT }))).toMatchObject(DEPENDENT);
});

test('fields that the form hides because of a choice are dropped', async () => {
  const message = await readValid(application(DEPENDENT));

  expect(message).toMatchObject({ agreesToCreatives: false });
  for (const field of ['accountNumber', 'paidSources', 'adsenseDetails'] as const) {
    expect(message[field]).toBeUndefined();
  }
});

test.each([
  [{ isCustomer: 'no', trafficKinds: ['type-in'], adsense: 'none' }, []],
  [{ isCustomer: '', trafficKinds: [], adsense: undefined }, ['isCustomer', 'trafficKinds', 'adsense']],
  [{ isCustomer: 'x', trafficKinds: ['paid', 'x'], adsense: 7 }, ['isCustomer', 'trafficKinds', 'adsense']],
])('invalid values of hidden fields are no errors (%#)', async (choices, errors) => {
  const hidden = {
    accountNumber: 'x'.repeat(41),
    paidSources: 'x'.repeat(1_001),
    adsenseDetails: 'x'.repeat(2_001),
  };

  expect(Object.keys(await readErrors(application({ ...choices, ...hidden })))).toEqual(errors);
});

test('choices that the form does not offer are rejected', async () => {
  const fields = { country: 'ZZ', subjects: ['travel', 'hacking'], revenueRange: 'lots', adultShare: 101 };

  expect(Object.keys(await readErrors(application(fields)))).toEqual([
    'country',
    'subjects',
    'adultShare',
    'revenueRange',
  ]);
});

test('form data is validated like JSON, and the uploaded list is appended to the pasted list', async () => {
  const domainFile = new File(['domain\r\ntwo.com\r\n'], 'list.csv', { type: 'text/csv' });
  const own = { subjects: ['travel', 'home'], domainList: 'one.com', domainFile, agreesToTerms: 'on' };

  expect(await readValid(toFormData(application(own)))).toMatchObject({
    kind: 'application',
    subjects: ['travel', 'home'],
    domainList: { domains: ['one.com', 'two.com'] },
    adultShare: 0,
  });
});

test('an uploaded list over 1 MB is rejected', async () => {
  const domainFile = new File([new Uint8Array(1_048_577)], 'list.txt');

  expect(await readErrors(toFormData(application({ domainList: '', domainFile })))).toEqual({
    domainList: 'The list is larger than 1 MB.',
  });
});
