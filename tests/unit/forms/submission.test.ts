import { expect, test, vi } from 'vitest';
import { contactMessage } from '../../../src/features/contact/contact-message.ts';
import { NOT_SENT } from '../../../src/forms/form-state.ts';
import { openSubmission } from '../../../src/forms/submission.ts';
import { toFormData } from '../../support/form-data.ts';
import { contact } from '../../support/smtp-letters.ts';

/** A contact form with the widget of a captcha provider. `POST /mail/send` gets these responses, then none. */
const openContactForm = (responses: readonly Response[], values = contact()) => {
  const bodies: unknown[] = [];
  const rest = [...responses];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return rest.shift() ?? Promise.reject(new Error('no response'));
  });
  const resetCaptcha = vi.fn();
  const submission = openSubmission({ message: contactMessage, readForm: () => toFormData(values), resetCaptcha });
  return { submission, bodies, resetCaptcha };
};

const accepted = () => Response.json({ ok: true, id: 'id', reference: 'P-1' });
const failed = (statusCode: number, details: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ statusCode, statusMessage: 'No.', ...details }, { status: statusCode, headers });

test('a check of a valid form finds no errors, a check of an invalid form those of the requested fields', async () => {
  expect(await openContactForm([]).submission.check(null)).toEqual({ status: 'new' });
  const { submission } = openContactForm([], contact({ name: '', topic: '' }));

  expect(await submission.check(['topic'])).toEqual({
    status: 'invalid',
    fields: { topic: 'Please choose a topic.' },
    rejectedLines: [],
  });
  expect(await submission.check(['message'])).toEqual({ status: 'new' });
});

test('after a rejected captcha solution, the captcha is reset and the form is sent once more', async () => {
  const captchaRejected = () => failed(422, { fields: { captcha: 'expired' } });
  const { submission, bodies, resetCaptcha } = openContactForm([captchaRejected(), captchaRejected()]);

  expect(await submission.send()).toMatchObject({ status: 'invalid', fields: { captcha: 'expired' } });
  expect(bodies).toHaveLength(2);
  expect(resetCaptcha).toHaveBeenCalledTimes(1);
});

test('after a short Retry-After the form is sent again', async () => {
  vi.useFakeTimers();
  const { submission, bodies } = openContactForm([failed(429, {}, { 'retry-after': '3' }), accepted()]);
  const sending = submission.send();

  await vi.advanceTimersByTimeAsync(2_999);
  expect(bodies).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await sending).toEqual({ status: 'sent', reference: 'P-1' });
});

test('a rejection with a long Retry-After, invalid fields and a broken connection are reported', async () => {
  expect(await openContactForm([failed(429, {}, { 'retry-after': '60' })]).submission.send()).toEqual({
    status: 'rejected',
    statusMessage: 'No.',
  });
  expect(await openContactForm([failed(422, { fields: { name: 'Wrong.' } })]).submission.send()).toEqual({
    status: 'invalid',
    fields: { name: 'Wrong.' },
    rejectedLines: [],
  });
  expect(await openContactForm([]).submission.send()).toMatchObject({
    status: 'rejected',
    statusMessage: expect.stringMatching(/couldn’t reach/),
  });
});

test('an unexpected error results in a rejection that does not contain it', async () => {
  const submission = openSubmission({
    message: { ...contactMessage, toPayload: () => Promise.reject(new Error('internal')) },
    readForm: () => new FormData(),
    resetCaptcha: () => undefined,
  });

  expect(await submission.send()).toEqual(NOT_SENT);
});

test('a form is sent with its kind', async () => {
  const { submission, bodies } = openContactForm([accepted()]);

  expect(await submission.send()).toEqual({ status: 'sent', reference: 'P-1' });
  expect(bodies).toMatchObject([{ kind: 'contact', name: 'Ada Example' }]);
});
