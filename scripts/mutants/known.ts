import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../built.js';
import type { Mutant } from './mutant.ts';

/** What became of a change: what noticed it, or nothing. */
export interface Verdict {
  outcome: 'noticed' | 'survived' | 'unreached';
  /** The file and the name of the test. */
  by?: { file: string; test: string } | undefined;
  isEndless?: boolean;
  /** For as long as it took to find out. */
  ms: number;
}

interface Kept extends Verdict {
  /** Of the test that noticed it, or of all that did not. */
  tests: string;
}

const folder = path.join(root, 'node_modules/.cache/mutants');

const hash = (...texts: string[]) => {
  const sum = createHash('sha256');
  for (const text of texts) sum.update(text).update('\0');
  return sum.digest('hex').slice(0, 32);
};

const textOf = (file: string) =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '';

/** What survivors have survived depends on how they were tried. */
const tool = readdirSync(import.meta.dirname).map(name => `scripts/mutants/${name}`);

const keyOf = ({ start, kind, to }: Mutant) => `${start} ${kind} ${to}`;

/**
 * What is known from earlier runs about the changes of a file, as long as its text is the same and so is the test that
 * noticed it, or for survivors every test that could have.
 */
export const knownOf = (file: string, tests: string[]) => {
  const place = path.join(folder, `${hash(file, textOf(file))}.json`);
  const kept = new Map<string, Kept>(
    existsSync(place)
      ? Object.entries(JSON.parse(readFileSync(place, 'utf8')) as Record<string, Kept>)
      : [],
  );
  const allTests = hash(...[...tests, ...tool].map(textOf));
  const stateOf = ({ by }: Verdict) => (by ? hash(textOf(by.file)) : allTests);
  return {
    find(mutant: Mutant): Verdict | undefined {
      const found = kept.get(keyOf(mutant));
      return found && found.tests === stateOf(found) ? found : undefined;
    },
    keep(mutant: Mutant, verdict: Verdict) {
      kept.set(keyOf(mutant), { ...verdict, tests: stateOf(verdict) });
      mkdirSync(folder, { recursive: true });
      writeFileSync(place, JSON.stringify(Object.fromEntries(kept)));
    },
  };
};
