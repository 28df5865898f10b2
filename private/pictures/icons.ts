import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { COLOURS, LOGO, toLogoSvg } from '../../src/site/brand.ts';

/*
 * `npm run icons`: writes the logo in the icon formats of browsers, operating systems and search engines. `src/pages/_root.tsx` links
 * to them, except for `icon-512.png`, which is the logo in `src/site/structured-data.tsx`.
 */

const { plate: background, 'on-plate': foreground } = COLOURS;

const toSvg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO.size} ${LOGO.size}">${content}</svg>\n`;

/** The icon of browser tabs. */
export const ICON = toSvg(toLogoSvg(background, foreground));

/** The letter on a background without rounded corners, because operating systems round the corners of icons themselves. */
const APP_ICON = toSvg(
  `<path d="M0 0h${LOGO.size}v${LOGO.size}H0z" fill="${background}"/><path d="${LOGO.sign}" fill="${foreground}"/>`,
);

const toPng = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * size) / LOGO.size })
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
const writeIcons = async (root: string): Promise<void> => {
  writeFileSync(path.join(root, 'src/styles/icon.svg'), ICON);
  const write = (name: string, bytes: Buffer) => writeFileSync(path.join(root, 'public', name), bytes);
  write('favicon.ico', toIco(await toPng(ICON, 32), 32));
  write('apple-touch-icon.png', await toPng(APP_ICON, 180));
  write('icon-512.png', await toPng(APP_ICON, 512));
};

if (import.meta.main) await writeIcons('.');
