import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICON } from '../../../private/pictures/icons.ts';
import { COLOURS, DARK_CHALK } from '../../../src/site/brand.ts';

const read = (file: string): string => readFileSync(file, 'utf8');

test('the colours of the brand are those of the style sheets', () => {
  const tokens = read('src/styles/tokens.css');

  for (const [name, colour] of Object.entries(COLOURS)) {
    expect(tokens).toMatch(new RegExp(`--${name}: (?:light-dark\\()?${colour}[;,]`));
  }
  expect(tokens).toContain(`--chalk: light-dark(${COLOURS.chalk}, ${DARK_CHALK})`);
});

test('the theme colours for browsers are the background colours of the page', () => {
  const tags = Array.from(
    read('src/pages/_root.tsx').matchAll(/name="theme-color" content=\{([\w.]+)\}/g),
    ([, tag]) => tag,
  );

  expect(tags).toEqual(['COLOURS.chalk', 'DARK_CHALK']);
});

test('the icon of browser tabs is the logo', () => {
  expect(read('src/styles/icon.svg')).toBe(ICON);
});

test('the name of the site occurs only in src/env.ts, as the default of SITE_NAME', () => {
  const [, name = ''] = /SITE_NAME: text\('(.+)'\)/.exec(read('src/env.ts')) ?? [];
  const files = globSync('{src,private,public}/**/*.{ts,tsx,css,svg,json,html}');

  expect(name).not.toBe('');
  expect(files.filter((file) => read(file).includes(name))).toEqual(['src/env.ts']);
});
