import { readFileSync } from 'node:fs';
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

test('the icon of browser tabs is the logo', () => {
  expect(read('src/styles/icon.svg')).toBe(ICON);
});
