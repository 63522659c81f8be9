import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { programIn } from '../../../scripts/shared/oldRuntime.ts';
import { jpeg, sizeSnap, WHOLE } from './printArchiveWorld.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'print-runtimes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [photo, print] = ['photo.jpg', 'print.jpg'].map(name => path.join(folder, name)) as [
  string,
  string,
];

it('a print file is the same where the native decoder does not load', async () => {
  const run = await programIn(folder, {
    entryPoints: [path.join(import.meta.dirname, 'runtime/printOnce.ts')],
  });
  const printed = async (isOld: boolean) => {
    run(isOld, photo, JSON.stringify({ crop: WHOLE, sizeSnap }), print);
    return sharp(readFileSync(print)).raw().toBuffer({ resolveWithObject: true });
  };
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 60, height: 90, channels: 3, background: '#000', noise } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const turned = sharp(picture).resize(900, 600, { fit: 'fill' }).withMetadata({ orientation: 6 });
  writeFileSync(photo, await turned.jpeg(jpeg).toBuffer());

  const native = await printed(false);
  const other = await printed(true);
  expect(other.info).toEqual(native.info);
  const differences = native.data.map((value, at) => Math.abs(value - (other.data[at] ?? 255)));
  expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThanOrEqual(2);
}, 120_000);
