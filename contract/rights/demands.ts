import type { Right } from './rights.ts';

/** A right, or any one of several. */
type Needed = Right | { anyOf: readonly Right[] };

/** What an action takes: all of these; null where every administrator may, because it is about their own account. */
export type Demand = Needed | readonly Needed[] | null;

/** As a method, so that an action with an input of its own counts as an action. */
interface DecidedBy<I> {
  demand(input: I): Demand;
}
/** What an action's declaration says: fixed, or decided by the parsed input. */
export type DeclaredRight<I = unknown> = Demand | DecidedBy<I>['demand'];

interface Declared {
  right?: DeclaredRight;
}

export const anyOf = (...rights: Right[]) => ({ anyOf: rights });

/** Whether the input decides what an action takes. */
export const decidesByInput = ({ right }: Declared): boolean => typeof right === 'function';

/**
 * What an action takes. `data` is its parsed input; without it, of one that decides by it, undefined.
 * @returns undefined too where nothing is declared, which nobody may
 */
export const demandOf = ({ right }: Declared, data?: unknown): Demand | undefined => {
  if (typeof right !== 'function') return right;
  return data === undefined ? undefined : right(data);
};

const has = (rights: ReadonlySet<string>, needed: Needed): boolean =>
  typeof needed === 'string' ? rights.has(needed) : needed.anyOf.some(right => rights.has(right));

/** @param demand undefined, for what is not declared, is met by nobody */
export const meets = (rights: ReadonlySet<string>, demand: Demand | undefined): boolean => {
  if (demand === undefined) return false;
  if (demand === null) return true;
  return (Array.isArray(demand) ? demand : [demand]).every((one: Needed) => has(rights, one));
};
