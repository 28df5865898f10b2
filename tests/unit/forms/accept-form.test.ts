import { expect, test, vi } from 'vitest';
import { applicationMessage } from '../../../src/features/rsoc-application/application-message.ts';
import { acceptForm } from '../../../src/forms/accept-form.ts';
import { runInOwnContext } from '../../../src/framework/context.ts';
import { getSubmittedValues } from '../../../src/framework/index.ts';
import { toFormData } from '../../support/form-data.ts';

const createLines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 1, text: 'x', reason: 'No extension such as .com.' }));

/** The client that has sent a form, which is rejected, and the values that the form shows again. */
const reject = (form: FormData) =>
  runInOwnContext(async (c) => {
    c.set('address', '192.0.2.1');
    const accept = vi.fn<Parameters<typeof acceptForm>[2]>(async () => ({
      status: 'rejected',
      statusCode: 429,
      statusMessage: 'Too many.',
    }));
    await acceptForm(applicationMessage, form, accept);
    return { client: accept.mock.lastCall?.[1], shown: getSubmittedValues() };
  });

test('the form that is shown again has the text of an uploaded file after what was pasted', async () => {
  const form = toFormData({
    company: 'Example Ltd',
    name: '',
    subjects: ['travel', 'home'],
    domainList: 'pasted.com',
    domainFile: new File(['uploaded.com'], 'list.txt'),
  });

  expect(await reject(form)).toEqual({
    client: { address: '192.0.2.1' },
    shown: { company: 'Example Ltd', subjects: ['travel', 'home'], domainList: 'pasted.com\nuploaded.com' },
  });
  expect(await runInOwnContext(async () => getSubmittedValues()), 'in another request').toBeNull();
});

test('the form that is shown again does not have the text of a file over the limit', async () => {
  const form = toFormData({ domainList: 'pasted.com', domainFile: new File([new Uint8Array(1_048_577)], 'list.txt') });

  expect((await reject(form)).shown).toEqual({ domainList: 'pasted.com' });
});

/** The lines that a form shows after the server has rejected `count` lines of its list. */
const readShownLines = async (count: number) => {
  const message = {
    path: '/apply',
    query: '',
    fieldNames: ['list'],
    toPayload: async () => ({ kind: 'application' }),
  };
  const invalid = { status: 'invalid', fields: { list: 'Wrong.' }, rejectedLines: createLines(count) } as const;
  const state = await acceptForm(message, new FormData(), async () => invalid);
  return state.status === 'invalid' ? state.rejectedLines : null;
};

test('a form shows up to 50 rejected lines, or 49 and how many it does not show', async () => {
  expect(await readShownLines(50)).toEqual(createLines(50));
  expect(await readShownLines(1_200)).toEqual([...createLines(49), { line: 50, text: '…', reason: 'And 1,151 more.' }]);
});
