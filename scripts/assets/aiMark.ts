/**
 * `node --import tsx scripts/assets/aiMark.ts`: the visible mark of generated pictures, as functions put it onto them, which
 * have no fonts: `cloudfunctions/imageCopy/mark.ts`. Needs a Chinese font. Run again when the words change; the result
 * is committed.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { AI_LABEL } from '#contract/constants.ts';

/** Pixels; large enough for the largest picture. */
const CHARACTERS = 240;
const [width, height] = [Math.round(CHARACTERS * 3.6), Math.round(CHARACTERS * 1.6)];
const target = fileURLToPath(new URL('../../cloudfunctions/imageCopy/mark.ts', import.meta.url));

// Light on dark, so that it can be read on any picture.
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="rgba(0,0,0,0.5)"/><text x="50%" y="50%" dominant-baseline="central" text-anchor="middle" font-family="'Noto Sans CJK SC'" font-size="${CHARACTERS}" fill="#fff">${AI_LABEL}</text></svg>`;
const png = await sharp(Buffer.from(svg))
  .png({ palette: true, colours: 16, compressionLevel: 9, effort: 10 })
  .toBuffer();
writeFileSync(
  target,
  `/** Made by \`scripts/assets/${path.basename(import.meta.filename)}\`: ${AI_LABEL}, light on a dark box, ${width} × ${height}. */
export const MARK_PNG =
  '${png.toString('base64')}';
`,
);
