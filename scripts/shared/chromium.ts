import { existsSync } from 'node:fs';
import { installPackage, onPath } from './debian.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What Playwright may have installed for itself on a developer's machine. */
const ofPlaywright = async () => {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
};

/** What a Chromium that is driven is started with: it asks nobody on the network and needs little of the processor. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  // In containers it often has 64 MB, which a page of pictures fills.
  '--disable-dev-shm-usage',
  // One process shows every page, so the application is compiled once instead of at every load.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];

/** A Chromium to drive: `CHROMIUM_PATH`, the system's, Playwright's, or one from Debian's packages where we are root. */
export const findChromium = async (log: (line: string) => void): Promise<string> => {
  const given = process.env['CHROMIUM_PATH'];
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names no file: ${given}`);
  const found =
    given ?? onPath(...names) ?? macApplications.find(existsSync) ?? (await ofPlaywright());
  if (found) return found;
  installPackage('chromium', log);
  const installed = onPath(...names);
  if (installed) return installed;
  throw new Error(
    'No Chromium found. Install one (Debian: apt-get install chromium; macOS: brew install --cask chromium) ' +
      'or set CHROMIUM_PATH to its executable.',
  );
};
