import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** WCAG 2.2: 4.5:1 for text (1.4.3), 3:1 for borders of controls and focus indicators (1.4.11). */
const TEXT = 4.5;
const SHAPE = 3;
/** For visitors who prefer more contrast: the minimum of level AAA (1.4.6). */
const ENHANCED_TEXT = 7;

const css = readFileSync('src/styles/tokens.css', 'utf8').replace(/\/\*.*?\*\//gs, '');

/** `ticket` is a ticket on an asphalt section, in the dark theme. */
type Surface = 'light' | 'dark' | 'asphalt' | 'ticket';

const declarationsOf = (block: string): Map<string, string> =>
  new Map(Array.from(block.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name = '', value = '']) => [name, value]));

const allTokens = declarationsOf(css);
const onAsphalt = declarationsOf(/\[data-surface="asphalt"\] \{([^}]*--chalk[^}]*)\}/.exec(css)?.[1] ?? '');
const onTicket = declarationsOf(/\[data-surface="paper"\] \{([^}]*--chalk[^}]*)\}/.exec(css)?.[1] ?? '');
const onEachSurface = declarationsOf(/:root,\s*\[data-surface\] \{([^}]*)\}/.exec(css)?.[1] ?? '');

const withMoreContrast = declarationsOf(/prefers-contrast: more\) \{[^{]*\{([^}]*)\}/.exec(css)?.[1] ?? '');
const NO_DECLARATIONS = declarationsOf('');

/** The hexadecimal colour that a token has on a surface. `preferred` has the declarations for a preference of the visitor. */
const colourOf = (token: string, surface: Surface, preferred = NO_DECLARATIONS): string => {
  const own = surface === 'asphalt' ? onAsphalt : surface === 'ticket' ? onTicket : undefined;
  const value = preferred.get(token) ?? own?.get(token) ?? onEachSurface.get(token) ?? allTokens.get(token) ?? '';
  const referenced = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (referenced !== undefined) return colourOf(referenced, surface, preferred);
  const [light, dark = light] = value.match(/#[0-9a-f]{6}\b/g) ?? [];
  const colour = surface === 'light' ? light : dark;
  if (colour === undefined) throw new Error(`--${token} has no colour on ${surface}: "${value}".`);
  return colour;
};

const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const SURFACES = ['light', 'dark', 'asphalt', 'ticket'] as const;

const onPageAndCards = (tokens: readonly string[], minimum: number) =>
  tokens.flatMap((token) => ['chalk', 'paper'].map((background) => ({ token, background, minimum })));

const pairsWith = (text: number) => [
  ...onPageAndCards(['asphalt', 'gravel', 'sign', 'sign-strong', 'stop', 'go'], text),
  ...onPageAndCards(['edge-line', 'sign'], SHAPE),
  { token: 'asphalt', background: 'highlight', minimum: text },
  { token: 'on-plate', background: 'plate', minimum: text },
  { token: 'on-plate', background: 'plate-hover', minimum: text },
  { token: 'on-plate', background: 'stop-plate', minimum: text },
  { token: 'tar', background: 'marking', minimum: text },
];

for (const surface of SURFACES) {
  test.each(pairsWith(TEXT))(
    `on ${surface}, the contrast of $token with $background is at least $minimum`,
    ({ token, background, minimum }) => {
      expect(contrastOf(colourOf(token, surface), colourOf(background, surface))).toBeGreaterThanOrEqual(minimum);
    },
  );

  test.each([...pairsWith(ENHANCED_TEXT), ...onPageAndCards(['line'], SHAPE)])(
    `on ${surface}, for visitors who prefer more contrast, that of $token with $background is at least $minimum`,
    ({ token, background, minimum }) => {
      const [colour, behind] = [token, background].map((name) => colourOf(name, surface, withMoreContrast));
      expect(contrastOf(colour ?? '', behind ?? '')).toBeGreaterThanOrEqual(minimum);
    },
  );
}

test.each(['chalk', 'paper'])('yellow text and lane markings have enough contrast with %s on asphalt', (background) => {
  expect(contrastOf(colourOf('marking', 'asphalt'), colourOf(background, 'asphalt'))).toBeGreaterThanOrEqual(TEXT);
  expect(contrastOf(colourOf('road-paint', 'asphalt'), colourOf(background, 'asphalt'))).toBeGreaterThanOrEqual(SHAPE);
});

/** CIE lightness, from 0 to 100. */
const lightnessOf = (colour: string): number => 116 * Math.cbrt(luminanceOf(colour)) - 16;

test('in the dark theme, asphalt sections are lighter than the page', () => {
  const [page, section] = [colourOf('chalk', 'dark'), colourOf('chalk', 'asphalt')].map(lightnessOf);
  expect((section ?? 0) - (page ?? 0)).toBeGreaterThanOrEqual(6);
});
