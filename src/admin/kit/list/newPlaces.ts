import type { Identifier } from 'react-admin';

export interface Placed {
  id: Identifier;
  /** Bigger first. */
  sort: number;
}

const STEP = 10;

/**
 * The sort numbers of records in their new order. The numbers they have are dealt out again, so that only what lies
 * between the old place and the new one changes; where two had the same number, all are numbered afresh.
 */
export const newPlaces = <R extends Placed>(ordered: readonly R[]): R[] => {
  const numbers = ordered.map(({ sort }) => sort).sort((a, b) => b - a);
  const distinct = numbers.every((number, at) => at === 0 || number < numbers[at - 1]!);
  return ordered.map((record, at) => ({
    ...record,
    sort: distinct ? numbers[at]! : (ordered.length - at) * STEP,
  }));
};
