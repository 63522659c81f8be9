import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const folder = 'tests/functions';
/** Those that sweep every action take long, and rules need tests of their own. */
const isBroad = (file: string) => readFileSync(file, 'utf8').includes('/registry.ts');

/** For `npm run mutants`: of the tests those that call functions. */
export default defineConfig({
  plugins: [
    {
      name: 'in processes',
      // Stryker asks for threads, in which the local platform cannot set its mask of rights.
      configureVitest: ({ project }) => void (project.config.pool = 'forks'),
    },
  ],
  test: {
    include: readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /^[^.]+\.test\.ts$/.test(name))
      .map(name => `${folder}/${name}`)
      .filter(file => !isBroad(file)),
    setupFiles: ['tools/mutants/setup.ts'],
    globalSetup: ['tests/folderOfRun.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: 1,
  },
});
