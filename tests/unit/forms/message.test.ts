import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { line, optionalLine, someOf } from '../../../src/forms/field-schemas.ts';
import { defineMessage, toTextFields } from '../../../src/forms/message.ts';

const COLOURS = [
  { value: 'red', label: 'Red' },
  { value: 'blue', label: 'Blue' },
] as const;

const message = defineMessage({
  kind: 'paint',
  path: '/paint',
  schema: z.object({
    name: line('Please enter your name.', { max: 10 }),
    colours: someOf(COLOURS, 'Please choose a colour.'),
    company: optionalLine({ max: 10 }),
  }),
});

const PAYLOAD = { kind: 'paint', name: 'Ada', colours: ['red'] };

test('a message whose draft was begun in an earlier form has the token of that form as its id', async () => {
  const token = `mf2x0k1a.${'Aa-_0'.repeat(9).slice(0, 43)}`;

  expect(await message.validate({ ...PAYLOAD, submissionId: token, formToken: 'a newer one' })).toMatchObject({
    status: 'valid',
    envelope: { submissionId: token },
  });
});

test('errors are listed in the order of the fields, followed by errors of the envelope', async () => {
  const result = await message.validate({ company: 'x'.repeat(11), captcha: 'x'.repeat(9_000), submissionId: 'id' });

  expect(result.status === 'invalid' && Object.entries(result.fields)).toEqual([
    ['name', 'Please enter your name.'],
    ['colours', 'Please choose a colour.'],
    ['company', 'Please use at most 10 characters.'],
    ['submissionId', 'Please reload the page and send the form again.'],
    ['captcha', 'The captcha isn’t valid.'],
  ]);
});

const toForm = (entries: readonly (readonly [string, string | File])[]): FormData => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

test('the text fields of a form are the first value of each field, all values of a list and the first captcha token', () => {
  const form = toForm([
    ['$ACTION_KEY', 'of React'],
    ['captcha', ''],
    ['frc-captcha-response', '.ERROR.UNREACHABLE~eyJ4IjoxfQ'],
    ['file', new File(['text'], 'list.txt')],
    ['name', 'Ada'],
    ['subjects', 'travel'],
    ['altcha', 'first'],
    ['name', 'Eve'],
    ['captcha', 'second'],
    ['subjects', 'home'],
  ]);

  expect(toTextFields(form, ['name', 'subjects', 'file'], ['subjects'])).toEqual({
    captcha: 'first',
    name: 'Ada',
    subjects: ['travel', 'home'],
  });
});

test('a form token that is too long is ignored', async () => {
  expect(await message.validate({ ...PAYLOAD, formToken: 'x'.repeat(201) })).toMatchObject({
    status: 'valid',
    envelope: { formToken: undefined },
  });
});
