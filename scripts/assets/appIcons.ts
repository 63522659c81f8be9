/**
 * `node --import tsx scripts/assets/appIcons.ts`: the pictures of the installed visitor side, from the mark in
 * `public/favicon.svg`. Run again when the mark changes; the pictures are committed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../public');
const mark = readFileSync(path.join(folder, 'favicon.svg'), 'utf8');

/** Without round corners: systems that cut their own shape show no gaps at theirs. */
const fullMark = mark.replace(/ rx="\d+"/, '');

const draw = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 2_400 }).resize(size);

const save = async (name: string, picture: Sharp) => {
  await picture.png({ palette: true, compressionLevel: 9 }).toFile(path.join(folder, name));
};

await save('icon-192.png', draw(mark, 192));
await save('icon-512.png', draw(mark, 512));
// Of a maskable picture only the inner four fifths are always seen; the mark's drawing keeps within them.
await save('icon-maskable-512.png', draw(fullMark, 512));
await save('apple-touch-icon.png', draw(fullMark, 180));
