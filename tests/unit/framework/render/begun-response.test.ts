import { expect, test, vi } from 'vitest';
import { currentContext } from '../../../../src/framework/context.ts';
import { renderBy } from '../../../support/fake-waku.ts';
import { openSite } from '../../../support/open-site.ts';

/** Time stands still. */
vi.mock('node:timers/promises', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  setTimeout: () => new Promise(() => undefined),
}));

test('a page that has waited for its head in vain does not wait for its content', async () => {
  const { send } = openSite({ pages: { './pages/index.tsx': async () => ({ default: () => null }) } });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  renderBy(async () => {
    const context = currentContext();
    context?.set('hasSlowContent', true);
    context?.get('onWait')?.();
    return new Response(readable, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  });

  const response = await send('/');
  expect(response.status).toBe(200);
  await writable.close();
  expect(await response.text()).toBe('</body></html>');
});
