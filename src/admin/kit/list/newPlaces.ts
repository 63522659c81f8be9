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

/** The sort numbers of the records just before and after a part of a list. */
export interface Neighbours {
  before?: number | undefined;
  after?: number | undefined;
}

/**
 * The same for a part of a longer list, which stays where it is among the others: equal numbers are raised, but not up to
 * that of the record before the part. Null where there is no room.
 */
export const placesWithin = <R extends Placed>(
  ordered: readonly R[],
  { before = Infinity, after = -Infinity }: Neighbours,
): R[] | null => {
  const numbers = ordered.map(({ sort }) => sort).sort((a, b) => b - a);
  const end = numbers.length - 1;
  // With a number of its own a record keeps its place among equal ones; with another's it might not.
  if (numbers[end] !== ordered[end]?.sort) numbers[end] = Math.max(numbers[end]!, after + 1);
  for (let at = end - 1; at >= 0; at -= 1)
    numbers[at] = Math.max(numbers[at]!, numbers[at + 1]! + 1);
  if (numbers[0] !== ordered[0]?.sort && numbers[0]! >= before) return null;
  return ordered.map((record, at) => ({ ...record, sort: numbers[at]! }));
};
