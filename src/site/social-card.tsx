import 'server-only';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { COLOURS } from './brand.ts';
import { CardLogo } from './card-logo.tsx';
import { site } from './config.ts';

/** The size that social networks show uncropped. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** The width of the left half. */
const TITLE_WIDTH = 560;

export type SocialCard = {
  readonly title: string;
  /** Shown above the title, unless the two are the same. */
  readonly label: string;
  /** The PNG of an image as a data URL; null: a lane is drawn. */
  readonly picture: string | null;
};

const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** By a digest: each picture has one or two megabytes. */
const cache = new LRUCache<string, Buffer>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ length }) => length });

/** Parts of the typeface. The renderer looks for a letter in each of them. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;

const readFont = (subset: (typeof SUBSETS)[number], weight: 600 | 800) => ({
  name: subset === 'latin' ? 'Overpass' : `Overpass ${subset}`,
  weight,
  data: readFileSync(
    createRequire(import.meta.url).resolve(`@fontsource/overpass/files/overpass-${subset}-${weight}-normal.woff`),
  ),
});

let fonts: ReturnType<typeof readFont>[] | undefined;

/** Everything that has no font, such as emoji, arrows and other scripts: it would be empty boxes. A soft hyphen would be drawn, too. */
const WITHOUT_FONT = /[^\p{Script=Latin}\p{Script=Cyrillic}\s!-\xac\xae-¿×÷–—‘’‚“”„†•…′″‹›₡-₿№™↑↓−]/gu;

const toDrawable = (text: string): string =>
  text.normalize('NFC').replace(/[‐‑]/g, '-').replace(WITHOUT_FONT, '').replace(/\s+/g, ' ').trim();

/** Longer texts would not fit together, even in capitals. */
const MAX_TITLE_LENGTH = 140;
const MAX_LABEL_LENGTH = 60;

/** Shortens a text that is too long, after a word if it has several. */
const shorten = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf(' ', maxLength - 1);
  return `${text.slice(0, end > 0 ? end : maxLength - 1).replace(/[\s\p{P}]+$/u, '')}…`;
};

/** The largest font size, in pixels, with which the title fits into the left half below the logo. */
const toTitleSize = (title: string): number => {
  const { length } = title;
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length));
  const size = length <= 24 ? 78 : length <= 45 ? 64 : length <= 75 ? 52 : length <= 100 ? 44 : 36;
  return Math.min(size, Math.floor(TITLE_WIDTH / (longestWord * 0.6)));
};

/** The lane with an arrow that opens pages, for a page without a picture. */
const Lane = () => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it is rasterized, and a bitmap cannot carry a title.
  <svg viewBox="0 0 440 190" width={480} height={207} style={{ alignSelf: 'flex-end' }}>
    <path d="M138 0h5L38 190H0zM302 0h-5l105 190h38z" fill={COLOURS.chalk} />
    <path d="M202 190l5-88h-32l45-68 45 68h-32l5 88z" fill={COLOURS.marking} />
  </svg>
);

const Card = ({ title, label, picture }: SocialCard) => (
  <div
    style={{
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      padding: '48px 56px 84px',
      background: COLOURS.tar,
      color: '#f2efe8',
      fontFamily: 'Overpass',
    }}
  >
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: TITLE_WIDTH,
        height: '100%',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', gap: 22, fontSize: 36, fontWeight: 800 }}>
        <CardLogo size={72} />
        {site.name}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', gap: 20 }}>
        {label && label.toLowerCase() !== title.toLowerCase() && (
          <div style={{ display: 'flex', fontSize: 30, fontWeight: 600, color: COLOURS.marking }}>{label}</div>
        )}
        <div
          style={{
            display: 'flex',
            fontSize: toTitleSize(title),
            fontWeight: 800,
            lineHeight: 1.12,
            letterSpacing: '-0.015em',
            textWrap: 'balance',
          }}
        >
          {title}
        </div>
      </div>
    </div>
    {picture === null ? (
      <Lane />
    ) : (
      <img
        src={picture}
        alt=""
        width={480}
        height={300}
        style={{ borderRadius: 8, objectFit: 'cover', objectPosition: 'top left' }}
      />
    )}
    <div style={{ position: 'absolute', left: 0, bottom: 30, display: 'flex', gap: 72 }}>
      {Array.from({ length: 11 }, (_, index) => (
        <div
          key={`dash ${String(index)}`}
          style={{ display: 'flex', width: 48, height: 8, backgroundColor: COLOURS.marking }}
        />
      ))}
    </div>
  </div>
);

/** The social preview image of a page as PNG: its title on the left, a picture on the right. */
export const toSocialCard = async (card: SocialCard): Promise<Buffer> => {
  const key = hash('sha256', JSON.stringify([site.name, card]));
  const cached = cache.get(key);
  if (cached) return cached;

  // Loaded on demand, because these packages are large and only crawlers request cards.
  const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')]);
  fonts ??= SUBSETS.flatMap((subset) => [readFont(subset, 600), readFont(subset, 800)]);
  const drawn = {
    ...card,
    title: shorten(toDrawable(card.title), MAX_TITLE_LENGTH),
    label: shorten(toDrawable(card.label), MAX_LABEL_LENGTH),
  };
  const svg = await satori(<Card {...drawn} />, { width: CARD_WIDTH, height: CARD_HEIGHT, fonts });
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  cache.set(key, png);
  return png;
};
