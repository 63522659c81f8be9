import path from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { root } from '../built.js';
import { readJob } from './job.ts';

const here = (file: string) => path.join(root, 'scripts/mutants', file);

/** In the place of files that are tried, the ones with all changes in them; nothing is written to disk. */
const changed = (code: Record<string, string>): Plugin => ({
  name: 'changed',
  enforce: 'pre',
  load: id => code[id.replace(/\?.*$/, '')],
});

/** One process that stays warm and runs what `runner.ts` tells it. */
export default defineConfig({
  root,
  plugins: [changed(readJob().code)],
  test: {
    include: [here('begin.test.ts')],
    runner: here('runner.ts'),
    globalSetup: [path.join(root, 'tests/folderOfRun.ts')],
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 2_000,
    silent: true,
    reporters: [],
    watch: false,
  },
});
