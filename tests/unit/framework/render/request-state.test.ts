import { expect, test } from 'vitest';
import { runInOwnContext } from '../../../../src/framework/context.ts';
import {
  currentClient,
  getSubmittedValues,
  isNavigationRender,
  isPreviewRender,
  setSubmittedValues,
} from '../../../../src/framework/render/request-state.ts';

test('an action knows the address of its client', async () => {
  const client = await runInOwnContext(async (c) => {
    c.set('address', '192.0.2.1');
    return currentClient();
  });

  expect(client).toEqual({ address: '192.0.2.1' });
});

test('submitted values belong to the request that submitted them', async () => {
  const first = runInOwnContext(async () => {
    setSubmittedValues({ email: 'a@example.com' });
    return getSubmittedValues();
  });

  expect(await first).toEqual({ email: 'a@example.com' });
  expect(await runInOwnContext(async () => getSubmittedValues())).toBeNull();
});

test('a render knows whether it is for a navigation or a document, and whether it shows a draft', async () => {
  const facts = (kind: 'document' | 'payload', isPreview: boolean) =>
    runInOwnContext(async (c) => {
      c.set('pageRequest', { kind, path: '/', query: '' });
      c.set('isPreview', isPreview);
      return [isNavigationRender(), isPreviewRender()];
    });

  expect(await facts('document', false)).toEqual([false, false]);
  expect(await facts('payload', true)).toEqual([true, true]);
});
