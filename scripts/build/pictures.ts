import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/**
 * Draws the pictures of the demo into `outDir`, so that a first start only reads them. From a bundle: the TypeScript loader
 * makes the drawing twice as slow.
 */
export const buildPictures = async (outDir: string): Promise<void> => {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const program = path.join(outDir, 'draw.js');
  await build({
    entryPoints: [path.join(import.meta.dirname, '../demo/drawAll.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['sharp'],
  });
  await promisify(execFile)(process.execPath, [program]);
};
