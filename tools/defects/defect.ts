/** A mistake that could be made in the product, planted to see whether the tests notice it. */
export interface Defect {
  /** What is wrong with it, as a sentence. */
  says: string;
  file: string;
  /** The text that is replaced. It must be there, once; or `at` says which of several, from 1. */
  find: string;
  at?: number;
  replace: string;
  /** A test file of Vitest or a spec of Playwright, or the check that refuses it. */
  caughtBy: string;
  /** Of that file, the tests whose full name matches; all without it. */
  title?: string;
  /** Of the test of every page, those that have the text in their address. */
  pages?: string;
}
