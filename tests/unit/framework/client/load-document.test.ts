import { expect, test } from 'vitest';
import { loadDocument } from '../../../../src/framework/client/load-document.ts';
import { stubBrowser } from './browser-globals.ts';

test('another page is loaded from its URL', () => {
  const { location } = stubBrowser();
  loadDocument('https://site.example/news#latest');

  expect(location.assign).toHaveBeenCalledExactlyOnceWith('https://site.example/news#latest');
  expect(location.reload).not.toHaveBeenCalled();
});

test('the current page is reloaded, even with another hash: a changed hash alone would load nothing', () => {
  const { location } = stubBrowser('https://site.example/faq?q=a#top');
  loadDocument('https://site.example/faq?q=a#end');

  expect(location.reload).toHaveBeenCalledOnce();
  expect(location.assign).not.toHaveBeenCalled();
});
