import { expect, test, vi } from 'vitest';
import { hasAction } from '../../../../src/framework/render/action-manifest.ts';

// The build generates this module.
vi.mock('virtual:vite-rsc/server-references', () => ({
  default: { abc: async () => ({ send: async () => undefined, LIMIT: 3 }) },
}));

test('an exported function of a module in the manifest is an action', async () => {
  expect(await hasAction('abc#send')).toBe(true);
});

test.each(['abc#other', 'abc#LIMIT', 'abc#constructor', 'other#send', 'constructor#send', 'abc', 'abc#send#x', ''])(
  '"%s" is not an action',
  async (id) => {
    expect(await hasAction(id)).toBe(false);
  },
);
