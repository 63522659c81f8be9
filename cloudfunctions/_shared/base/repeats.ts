import { codes } from '#contract/envelope.ts';
import type { CallContext } from './callContext.ts';
import { ActionError, isDuplicate } from './errors.ts';
import { hashOf } from './ids.ts';

/** A request that may be repeated: with the same key it is the same, or refused. */
export interface Keyed {
  idemKey?: string | undefined;
}

/** The key itself, and what the caller has seen: a version, a price. They are no part of what is wanted. */
const notAsked = new Set(['idemKey', 'rev', 'seen', 'expectCredits', 'expectPayFen']);

/** The scope of keys that administrators' requests have. Ids are derived from it, so it must never change. */
export const scopeOf = ({ function: name, action }: CallContext, adminId: string) => [
  name,
  action,
  adminId,
];

/** Hash of what is asked for. Stored: how it is made never changes. */
export const intentOf = (request: object): string =>
  hashOf(
    [
      JSON.stringify(
        Object.entries(request)
          .filter(([name]) => !notAsked.has(name))
          .sort(),
      ),
    ],
    24,
  );

/** Stored in what a request with a key makes; audit rows leave it out. */
export const intended = (request: Keyed): { intent?: string } =>
  request.idemKey ? { intent: intentOf(request) } : {};

/**
 * What the first call with the same key has made is the answer to each repetition.
 * @throws 40903 where something else was asked for
 */
export const madeBefore = <R extends object>(first: R, request: Keyed): R => {
  const { intent } = first as { intent?: string };
  if (intent !== intentOf(request)) throw new ActionError(codes.repeated);
  return first;
};

/** What is written now or, where a unique index refuses that, was by the first call with the same key. @throws 40903 */
export const once = async <R extends object>(
  request: Keyed,
  write: () => Promise<R>,
  find: () => Promise<R | null>,
): Promise<R> => {
  try {
    return await write();
  } catch (error) {
    const first = request.idemKey && isDuplicate(error) ? await find() : null;
    if (!first) throw error;
    return madeBefore(first, request);
  }
};
