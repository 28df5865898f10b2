import 'server-only';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { site } from './config.ts';

/** The size that social networks show uncropped. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

const MAX_CACHED_CARDS = 200;
const cache = new LRUCache<string, Buffer>({ max: MAX_CACHED_CARDS });

const readFont = (weight: 600 | 800) => ({
  name: 'Overpass',
  weight,
  data: readFileSync(
    createRequire(import.meta.url).resolve(`@fontsource/overpass/files/overpass-latin-${weight}-normal.woff`),
  ),
});

let fonts: ReturnType<typeof readFont>[] | undefined;

const Mark = () => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it is rasterised, and a bitmap cannot carry a title.
  <svg viewBox="0 0 48 48" width={88} height={88}>
    <rect width="48" height="48" rx="6" fill="#1150c4" />
    <rect x="2.5" y="2.5" width="43" height="43" rx="4" fill="none" stroke="#ffffff" strokeWidth="1.5" />
    <path d="M14 9.5h7v29h-7z" fill="#ffffff" />
    <circle cx="27" cy="19" r="9.5" fill="#ffffff" />
  </svg>
);

const Card = ({ title, label }: { readonly title: string; readonly label: string }) => (
  <div
    style={{
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '64px 72px 128px',
      background: '#17191c',
      color: '#f2efe8',
      fontFamily: 'Overpass',
    }}
  >
    <div style={{ display: 'flex', alignItems: 'center', gap: 28, fontSize: 44, fontWeight: 800 }}>
      <Mark />
      {site.name}
    </div>
    <div style={{ display: 'flex', flexDirection: 'column', gap: 28 }}>
      {label && <div style={{ display: 'flex', fontSize: 30, fontWeight: 600, color: '#ffc72c' }}>{label}</div>}
      <div
        style={{
          display: '-webkit-box',
          WebkitLineClamp: 3,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
          fontSize: title.length > 70 ? 60 : 76,
          fontWeight: 800,
          lineHeight: 1.12,
          letterSpacing: '-0.015em',
        }}
      >
        {title}
      </div>
    </div>
    <div style={{ position: 'absolute', left: 72, bottom: 56, display: 'flex', gap: 72 }}>
      {Array.from({ length: 9 }, (_, index) => (
        <div
          key={`dash ${String(index)}`}
          style={{ display: 'flex', width: 48, height: 8, backgroundColor: '#ffc72c' }}
        />
      ))}
    </div>
  </div>
);

/** The social preview image of a page as PNG, showing its title. */
export const toSocialCard = async (title: string, label = ''): Promise<Buffer> => {
  const key = JSON.stringify([title, label]);
  const cached = cache.get(key);
  if (cached) return cached;

  // Loaded on demand: heavy, and only requested by crawlers.
  const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')]);
  fonts ??= [readFont(600), readFont(800)];
  const svg = await satori(<Card title={title} label={label} />, {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts,
  });
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  cache.set(key, png);
  return png;
};
