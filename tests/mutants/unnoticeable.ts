/** A change that `npm run mutants` makes and that nobody can notice, because the outcome is the same. */
export interface Unnoticeable {
  file: string;
  /** The declaration it is in. */
  within: string;
  /** As it is printed. */
  change: string;
  why: string;
}

export const unnoticeable: Unnoticeable[] = [];
