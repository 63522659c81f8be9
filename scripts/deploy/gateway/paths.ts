import type { ReleasedFunction } from '../release.ts';

type Rule = Pick<ReleasedFunction, 'name' | 'rule'>;

/** A function that a rule admits some client to; the others are never named to the gateway. */
const isCallable = ({ rule }: Rule) => rule !== false && rule !== 'false';
const admitsAnonymous = ({ rule }: Rule) =>
  rule === true || rule === 'true' || rule === 'auth != null';

/** Names of the functions that callers reach who have signed in, and those that anonymous ones reach. */
export const openTo = (functions: readonly Rule[]) => {
  const callable = functions.filter(isCallable);
  const names = (some: Rule[]) => some.map(({ name }) => name).sort();
  return { registered: names(callable), anonymous: names(callable.filter(admitsAnonymous)) };
};

export const gatewayPath = (name: string) => `/v1/functions/${name}`;
