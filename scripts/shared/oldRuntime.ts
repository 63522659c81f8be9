import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** As on a runtime whose C library is older than the one that the native decoder was built for. */
const NO_NATIVE_DECODER = `
const Module = require('node:module');
const load = Module._load;
Module._load = function (request, ...rest) {
  if (/^@img\\/sharp-(?!wasm32)/.test(request)) throw new Error('GLIBC_2.28 not found');
  return load.call(this, request, ...rest);
};`;

/**
 * A program that draws pictures as functions do, bundled as they are.
 * @param source an entry point or its text
 * @param folder for the program
 * @returns runs it and answers what it prints; without native code as on an older runtime
 */
export const programIn = async (
  folder: string,
  source: Pick<BuildOptions, 'entryPoints' | 'stdin'>,
) => {
  const [program, hook] = [path.join(folder, 'program.cjs'), path.join(folder, 'hook.cjs')];
  await build({
    ...source,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['sharp'],
    supported: { 'dynamic-import': false },
    outfile: program,
    logLevel: 'error',
  });
  writeFileSync(hook, NO_NATIVE_DECODER);
  return (isOld: boolean, ...args: string[]): string =>
    execFileSync(process.execPath, [...(isOld ? ['--require', hook] : []), program, ...args], {
      env: { ...process.env, NODE_OPTIONS: '', NODE_PATH: path.join(root, 'node_modules') },
      timeout: 60_000,
      encoding: 'utf8',
    });
};
