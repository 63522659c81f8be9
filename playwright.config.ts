import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './scripts/shared/chromium.ts';
import { isRest, isShort } from './tests/depth.ts';

/** Drives the system's Chromium (`scripts/shared/chromium.ts` finds it) against the built product, started by each worker. */
export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 240_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // On two cores: half of the time is spent waiting for tasks, polls and the other processes.
  workers: 3,
  forbidOnly: true,
  // `@rest`: journeys through single screens, and every page; `@deep`: what both of the others prove, at length.
  ...(isRest && { grep: /@rest/ }),
  ...(isShort && { grepInvert: /@rest|@deep/ }),
  reporter: [['list'], ['json']],
  outputDir: '.tmp/test-results',
  use: {
    // A new one takes longer than most pages to load; storage, routes and emulation are as new for each test.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // A trace costs a twentieth of the time; `TRACE=1` keeps those of what fails. A picture and the page's roles always are.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: chromiumFlags,
      // Without a locale it cannot write the names of downloads in Chinese.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
});
