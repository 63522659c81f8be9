import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * Two kinds of tests beside the browser's: what runs in Node (contract, functions, providers, platform) and screens,
 * which need a DOM. End-to-end tests are Playwright's and run against the built product.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    // Much of the work is waiting: for disks, for hashes, for other processes.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/screens/setup.ts'],
        },
      },
    ],
  },
});
