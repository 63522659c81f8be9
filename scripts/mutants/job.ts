import { readFileSync } from 'node:fs';

/** A test of a file, by its names from the outside in. */
export interface TestName {
  file: string;
  test: string;
}

/** What one process that runs tests is told to do. */
export interface Job {
  /** Of every change, in the order of their numbers, the file it is in. */
  files: string[];
  /** The files with all changes in them, by absolute path. */
  code: Record<string, string>;
  /** Those to try. */
  todo: Todo[];
  /** Absolute paths. */
  testFiles: string[];
  /** Which tests reach what; found out when it does not exist yet. */
  coverageFile: string;
  resultsFile: string;
  /** For each change, so much time at most for the tests that reach it, as long as they take without it. */
  budgetMs: number | null;
  /** The only one of `todo` is active from the beginning, also while files are loaded. */
  isFresh: boolean;
}

export interface Todo {
  number: number;
  file: string;
  isStatic: boolean;
  isExported: boolean;
}

export interface Coverage {
  tests: (TestName & { ms: number })[];
  /** By the number of the change: the tests that reach it, as their places in `tests`. */
  reaching: Record<number, number[]>;
  /** How often one test reached it at most. */
  most: Record<number, number>;
}

/** A line of the results. */
export type Result =
  | { kind: 'covering'; file: string; tests: number; ms: number }
  | { kind: 'failing'; by: TestName; message: string }
  | { kind: 'trying'; number: number }
  | { kind: 'tried'; number: number; by: TestName | null; how: How; ms: number }
  | { kind: 'unsteady'; number: number }
  /** What does not end goes on in this process. */
  | { kind: 'stuck' }
  | { kind: 'done' };

/** Noticed by a failing test, or by one that does not end; survived; or not reached by any test. */
export type How = 'failing' | 'endless' | 'survived' | 'unreached' | 'not evaluated';

export const readJob = (): Job => {
  const file = process.env['MUTANTS_JOB'];
  if (!file) throw new Error('MUTANTS_JOB is not set: this is started by `npm run mutants`');
  return JSON.parse(readFileSync(file, 'utf8')) as Job;
};
