import { expect, test, vi } from 'vitest';
import { acceptForm } from '../../../src/forms/accept-form.ts';

// Waku's own modules exist only within its build.
vi.mock('../../../src/framework/render/waku.ts', () => ({
  getRequest: () => new Request('http://host/'),
}));

const createLines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 1, text: 'x', reason: 'No extension such as .com.' }));

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

test('a form shows up to 50 rejected lines', async () => {
  expect(await readShownLines(50)).toEqual(createLines(50));
});

test('a form with more than 50 rejected lines says how many it does not show', async () => {
  const shown = await readShownLines(1_200);

  expect(shown).toHaveLength(50);
  expect(shown?.slice(0, 49)).toEqual(createLines(49));
  expect(shown?.at(-1)).toEqual({ line: 50, text: '…', reason: 'And 1,151 more.' });
});
