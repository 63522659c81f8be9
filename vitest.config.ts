import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Measurements of seconds or megabytes need an idle machine. */
const measured = ['tests/product/uploads.test.ts'];

/** These replace modules, or the clock permanently, so each runs in its own module environment. */
const replacing = [
  'tests/startUp/main.test.tsx',
  'tests/screens/errorCatalogue.test.tsx',
  'tests/screens/loadAhead.test.tsx',
  'tests/screens/signedImage.test.tsx',
  'tests/screens/visitor.test.tsx',
];
const screens = {
  environment: 'jsdom',
  setupFiles: ['tests/screens/setup.ts'],
  sequence: { groupOrder: 1 },
};

/**
 * Two kinds of tests beside the browser's: those in Node (contract, functions, providers, platform) and screens, which
 * need a DOM; then, alone, measurements. End-to-end tests are Playwright's and run against the built product.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    // Much of the time is spent waiting for disks, hashes and other processes.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: process.env['CI'] ? 1 : 0,
    globalSetup: ['tests/keysOfRun.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', ...measured],
          pool: 'forks',
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...screens,
          name: 'screens',
          include: ['tests/**/*.test.tsx'],
          exclude: replacing,
          // The application is loaded once per process: that takes longer than most files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...screens, name: 'screens alone', include: replacing },
      },
      {
        extends: true,
        test: {
          name: 'measured',
          environment: 'node',
          include: measured,
          pool: 'forks',
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
