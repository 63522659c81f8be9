import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What is measured in seconds or megabytes wants the machine to itself. */
const measured = ['tests/product/uploads.test.ts'];

/**
 * Two kinds of tests beside the browser's: what runs in Node (contract, functions, providers, platform) and screens,
 * which need a DOM; then, alone, what is measured. End-to-end tests are Playwright's and run against the built product.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    // Much of the work is waiting: for disks, for hashes, for other processes.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
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
          name: 'screens',
          environment: 'jsdom',
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/screens/setup.ts'],
          sequence: { groupOrder: 1 },
        },
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
