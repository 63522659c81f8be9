import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { build, dist, root } from '../../scripts/shared/built.js';

const folder = path.join(root, '.tmp/demo-data');

/** Some demo orders are minutes old, so what was made a while ago would no longer be what a first start makes. */
const MAX_AGE_MS = 900_000;

/** Changes with every build, so that nothing stale is ever copied; holds only after `build()`. */
const buildKey = () =>
  createHash('sha256')
    .update(readFileSync(path.join(dist, 'fingerprints.json')))
    .digest('hex')
    .slice(0, 16);

/** Made of this build not long ago. */
const findMade = (now: number) =>
  readdirSync(folder).find(name => {
    const [key, madeAt] = name.split('-');
    return key === buildKey() && now - Number(madeAt) < MAX_AGE_MS;
  });

/** What is no longer copied, unless a process may still be copying it. */
const removeOld = (now: number) => {
  for (const name of readdirSync(folder)) {
    const made = path.join(folder, name);
    const age = now - (statSync(made, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > 3 * MAX_AGE_MS) rmSync(made, { recursive: true, force: true });
  }
};

/**
 * Fills a data directory with demo data. Making it takes seconds, so it is made once for all products of a test run and
 * copied, keys included; no two products share a file.
 * @param fill starts a product for the first time in an empty directory, and ends it
 */
export const copyDemoData = async (dataDir: string, fill: (dataDir: string) => Promise<void>) => {
  await build();
  mkdirSync(folder, { recursive: true });
  const now = Date.now();
  let made = findMade(now);
  if (!made) {
    removeOld(now);
    const aside = mkdtempSync(path.join(folder, 'new-'));
    await fill(aside);
    made = `${buildKey()}-${now}-${process.pid}`;
    renameSync(aside, path.join(folder, made));
  }
  cpSync(path.join(folder, made), dataDir, { recursive: true });
};
