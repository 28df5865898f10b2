import { expect, test, vi } from 'vitest';
import { reportFailure } from '../../../../src/framework/client/report-failure.ts';
import { stubBrowser } from './browser-globals.ts';

test('only the first failure of a document is reported, with its path but without its query', () => {
  stubBrowser('https://site.example/contact?event=oslo');
  const sendBeacon = vi.fn();
  vi.stubGlobal('navigator', { sendBeacon });
  reportFailure('chunk');
  reportFailure('payload');

  expect(sendBeacon).toHaveBeenCalledExactlyOnceWith(
    '/api/client-errors',
    JSON.stringify({ path: '/contact', stage: 'chunk' }),
  );
});
