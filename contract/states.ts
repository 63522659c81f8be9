import type { Choice } from './action.ts';
import { about, instant, z } from './zod.ts';

/** For each state, the states it may move to. Screens show it, the server enforces it. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

export const mayMove = <S extends string>(table: Transitions<S>, from: S, to: S): boolean =>
  table[from].includes(to);

/** The keys of a table of choices, as `z.enum` wants them. */
export const keysOf = <K extends string>(choices: Record<K, Choice>) =>
  Object.keys(choices) as [K, ...K[]];

/** One of a table of choices. */
export const oneOf = <K extends string>(choices: Readonly<Record<K, Choice>>) =>
  z.enum(keysOf(choices)).register(about, { choices });

/** How a record came to its state: each move, the oldest first. */
export const stateHistory = z
  .array(
    z.object({
      time: instant,
      from: z.string(),
      to: z.string(),
      by: z.string(),
      reason: z.string().default(''),
    }),
  )
  .default([]);
