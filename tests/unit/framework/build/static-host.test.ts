import { expect, test } from 'vitest';
import { toHeaderFiles, toStaticName } from '../../../../src/framework/build/static-host.ts';

test('the file of a page is named after its path, without a folder for the last segment', () => {
  expect(['index.html', 'faq/index.html', 'events/oslo/index.html.gz', 'faq/_payload.json'].map(toStaticName)).toEqual([
    'index.html',
    'faq.html',
    'events/oslo.html.gz',
    'faq/_payload.json',
  ]);
  expect(toStaticName('events\\oslo\\index.html')).toBe('events\\oslo.html');
});

test('static hosts get the security headers without references to the reporting endpoint, and let other origins show images', () => {
  const files = toHeaderFiles({
    'content-security-policy': "default-src 'self'; report-to csp",
    'cross-origin-resource-policy': 'same-origin',
    'reporting-endpoints': 'csp="/api/csp-reports"',
    'x-content-type-options': 'nosniff',
  });

  expect(files._headers).toBe(
    "/*\n  content-security-policy: default-src 'self'\n  x-content-type-options: nosniff\n/assets/*\n  cache-control: public, max-age=31536000, immutable\n",
  );
  expect(files['nginx-headers.conf']).toBe(
    'add_header content-security-policy "default-src \'self\'" always;\nadd_header x-content-type-options "nosniff" always;\n',
  );
});
