import type { Identifier } from 'react-admin';
import { SORT_STEP } from '#contract/constants.ts';

export interface Placed {
  id: Identifier;
  /** Bigger first. */
  sort: number;
}

/**
 * The sort numbers of records in their new order. Existing numbers are reused, so that only records between the old and
 * the new position change; if two have the same number, all are numbered anew.
 */
export const newPlaces = <R extends Placed>(ordered: readonly R[]): R[] => {
  const numbers = ordered.map(({ sort }) => sort).sort((a, b) => b - a);
  const distinct = numbers.every((number, at) => at === 0 || number < numbers[at - 1]!);
  return ordered.map((record, at) => ({
    ...record,
    sort: distinct ? numbers[at]! : (ordered.length - at) * SORT_STEP,
  }));
};
