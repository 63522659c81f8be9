import type { Choice } from './action.ts';

/** From each state, the states it may go to. One table per entity; the screens show it, the server enforces it. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

export const mayMove = <S extends string>(table: Transitions<S>, from: S, to: S): boolean =>
  table[from].includes(to);

/** The keys of a table of choices, as zod wants them. */
export const keysOf = <K extends string>(choices: Record<K, Choice>) =>
  Object.keys(choices) as [K, ...K[]];
