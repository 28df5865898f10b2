import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** The logo in the icon formats of browsers and operating systems (linked in `src/pages/_root.tsx`). */
const logo = ({
  bleed,
}: {
  readonly bleed: boolean;
}): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
  <rect width="48" height="48" rx="${bleed ? 0 : 6}" fill="#1150C4"/>
  ${bleed ? '' : '<rect x="2.5" y="2.5" width="43" height="43" rx="4" fill="none" stroke="#FFFFFF" stroke-width="1.5"/>'}
  <path d="M14 9.5h7v29h-7z" fill="#FFFFFF"/>
  <circle cx="27" cy="19" r="9.5" fill="#FFFFFF"/>
</svg>
`;

const toPng = (size: number, bleed: boolean): Promise<Buffer> =>
  sharp(Buffer.from(logo({ bleed })), { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** An ICO file with a single PNG image, which all browsers since 2009 support. */
const toIco = (png: Buffer, size: number): Buffer => {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
};

/** Writes the SVG icon, which is bundled, to `src/styles`, and the icons with fixed URLs to `public`. */
export const writeIcons = async (root: string): Promise<void> => {
  writeFileSync(path.join(root, 'src/styles/icon.svg'), logo({ bleed: false }));
  const write = (name: string, bytes: Buffer) => writeFileSync(path.join(root, 'public', name), bytes);
  write('favicon.ico', toIco(await toPng(32, false), 32));
  // Full bleed, because the operating system rounds the corners.
  write('apple-touch-icon.png', await toPng(180, true));
  write('icon-512.png', await toPng(512, true));
};

if (import.meta.main) await writeIcons('.');
