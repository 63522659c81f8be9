import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { jpeg, sizeSnap, WHOLE } from './printArchiveWorld.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'print-runtimes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [photo, program, print, hook] = ['photo.jpg', 'print.cjs', 'print.jpg', 'hook.cjs'].map(
  name => path.join(folder, name),
) as [string, string, string, string];

/** As on a runtime whose C library is older than the one that the native decoder was built for. */
const NO_NATIVE_DECODER = `
const Module = require('node:module');
const load = Module._load;
Module._load = function (request, ...rest) {
  if (/^@img\\/sharp-(?!wasm32)/.test(request)) throw new Error('GLIBC_2.28 not found');
  return load.call(this, request, ...rest);
};`;

const printed = async (...options: string[]) => {
  const ordered = JSON.stringify({ crop: WHOLE, sizeSnap });
  execFileSync(process.execPath, [...options, program, photo, ordered, print], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_PATH: path.join(root, 'node_modules') },
    timeout: 60_000,
  });
  return sharp(readFileSync(print)).raw().toBuffer({ resolveWithObject: true });
};

it('a print file is the same where the native decoder does not load', async () => {
  await build({
    entryPoints: [path.join(import.meta.dirname, 'runtime/printOnce.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['sharp'],
    supported: { 'dynamic-import': false },
    outfile: program,
  });
  writeFileSync(hook, NO_NATIVE_DECODER);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 60, height: 90, channels: 3, background: '#000', noise } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const turned = sharp(picture).resize(900, 600, { fit: 'fill' }).withMetadata({ orientation: 6 });
  writeFileSync(photo, await turned.jpeg(jpeg).toBuffer());

  const native = await printed();
  const other = await printed('--require', hook);
  expect(other.info).toEqual(native.info);
  const differences = native.data.map((value, at) => Math.abs(value - (other.data[at] ?? 255)));
  expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThanOrEqual(2);
}, 120_000);
