import { defineConfig } from 'vitest/config';
import { isDeep, isRest, isShort } from './tests/depth.ts';
import { testFolders } from './tests/testFolders.ts';

/** Measurements of seconds or megabytes need an idle machine; the trial compiles a copy of everything again and again. */
const measured = ['tests/product/uploads.deep.test.ts', 'tests/trial/*.deep.test.ts'];
/**
 * Tests that replace modules, or the clock permanently: each runs in its own module environment. The others share one per
 * process, where a module once read stays as it is.
 */
const aloneOnly = '**/*.alone.*';
const deepOnly = '**/*.deep.test.{ts,tsx}';
const leftOut = () => {
  if (isDeep) return [];
  if (isRest) return ['**/!(*.rest).test.{ts,tsx}'];
  return isShort ? [deepOnly, '**/*.rest.test.{ts,tsx}'] : [deepOnly];
};

const node = { environment: 'node', pool: 'forks' } as const;
const screens = {
  environment: 'jsdom',
  setupFiles: ['tests/screens/act.ts', 'tests/screens/setup.ts'],
  testTimeout: 120_000,
};

/**
 * React's development build takes a quarter more time. Those screens that run alone keep it everywhere, and all do by hand
 * and in depth, so that its warnings are seen.
 */
const isInProduction = isShort || isRest;

/** Reading what is tested takes longer than most files, so a process reads it once and runs many files. */
const together = { isolate: false, sequence: { groupOrder: 1 } };
const alone = { isolate: true, sequence: { groupOrder: 1 } };

/**
 * Two kinds of tests beside the browser's: those in Node (contract, functions, providers, platform) and screens, which
 * need a DOM; then, alone, measurements. End-to-end tests are Playwright's and run against the built product.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', development: !isInProduction } },
  test: {
    // On two cores: some of the time is spent waiting for disks, hashes and other processes.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['tests/folderOfRun.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...node,
          ...together,
          name: 'functions',
          include: ['tests/functions/**/*.test.ts'],
          exclude: [aloneOnly, ...leftOut()],
        },
      },
      // The functions read their environment once, and the simulation wants another one.
      {
        extends: true,
        test: {
          ...node,
          ...together,
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          exclude: [aloneOnly, ...leftOut()],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...together,
          name: 'node',
          include: testFolders.map(folder => `${folder}/**/*.test.ts`),
          exclude: ['tests/{e2e,functions,simulation}/**', aloneOnly, ...measured, ...leftOut()],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...alone,
          name: 'node alone',
          include: ['{tests,emulator/tests}/**/*.alone.{test,rest.test}.ts'],
          exclude: leftOut(),
        },
      },
      {
        extends: true,
        test: {
          ...screens,
          ...(isInProduction && { env: { NODE_ENV: 'production' } }),
          ...together,
          name: 'screens',
          include: ['tests/**/*.test.tsx'],
          exclude: [aloneOnly, ...leftOut()],
        },
      },
      {
        extends: true,
        test: {
          ...screens,
          ...alone,
          name: 'screens alone',
          include: ['tests/**/*.alone.{test,rest.test}.tsx'],
          exclude: leftOut(),
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'measured',
          include: isDeep ? measured : [],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
