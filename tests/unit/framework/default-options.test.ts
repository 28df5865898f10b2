import { expect, test } from 'vitest';
import { withDefaults } from '../../../src/framework/default-options.ts';
import type { FrameworkSettings } from '../../../src/framework/site-options.ts';

const settingsOf = (settings: Partial<FrameworkSettings>) => withDefaults({ pages: {}, settings }).settings;

test('a site without settings listens on port 8080 under a matching origin', () => {
  expect(settingsOf({})).toMatchObject({ port: 8080, url: 'http://localhost:8080', redis: null });
});

test('the default origin follows the port, and a setting replaces its default', () => {
  expect(settingsOf({ port: 3000, trailingSlash: true })).toMatchObject({
    url: 'http://localhost:3000',
    trailingSlash: true,
  });
  expect(settingsOf({ port: 3000, url: 'https://www.example.com' }).url).toBe('https://www.example.com');
});
