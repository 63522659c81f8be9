import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { build, dist, root } from '../../scripts/build.ts';

const folder = path.join(root, '.tmp/demo-data');

/** Some demo orders are minutes old, so what was made a while ago would no longer be what a first start makes. */
const SLOT_MS = 900_000;

/** Changes with every build and with time, so that nothing stale is ever copied; holds only after `build()`. */
const keyOf = (now: number) =>
  `${Math.floor(now / SLOT_MS)}-${createHash('sha256')
    .update(readFileSync(path.join(dist, 'fingerprints.json')))
    .digest('hex')
    .slice(0, 16)}`;

/** Of expired slots: they are no longer copied. */
const removeOld = (now: number) => {
  for (const name of readdirSync(folder)) {
    const made = path.join(folder, name);
    const age = now - (statSync(made, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > 3 * SLOT_MS) rmSync(made, { recursive: true, force: true });
  }
};

/**
 * Fills a data directory with demo data. Making it takes seconds, so it is made once for all products of a test run and
 * copied, keys included; no two products share a file.
 * @param fill starts a product for the first time in an empty directory, and ends it
 */
export const copyDemoData = async (dataDir: string, fill: (dataDir: string) => Promise<void>) => {
  await build();
  const now = Date.now();
  const made = path.join(folder, keyOf(now));
  if (!existsSync(made)) {
    mkdirSync(folder, { recursive: true });
    removeOld(now);
    const aside = mkdtempSync(path.join(folder, 'new-'));
    await fill(aside);
    try {
      renameSync(aside, made);
    } catch (error) {
      // Another process was quicker; its data are as good.
      rmSync(aside, { recursive: true, force: true });
      if (!existsSync(made)) throw error;
    }
  }
  cpSync(made, dataDir, { recursive: true });
};
