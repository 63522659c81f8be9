import { keepProgress, progressOf } from './progress.ts';

/** Services that call the product back. */
export const callbackSources = ['wxpay', 'wxvirtual', 'wxrefund', 'generator'] as const;
export type CallbackSource = (typeof callbackSources)[number];

/** Noted so often at most, because many callbacks may come at once. */
const PAUSE_MS = 60_000;
const idOf = (source: CallbackSource): string => `callback_${source}`;

/** A genuine callback has come. */
export const noteCallback = async (source: CallbackSource): Promise<void> => {
  const { doneTime } = await progressOf(idOf(source));
  if (Date.now() - doneTime >= PAUSE_MS) await keepProgress(idOf(source), null);
};

/** When one last came; null: none since this is noted. */
export const lastCallback = async (source: CallbackSource): Promise<number | null> =>
  (await progressOf(idOf(source))).doneTime || null;
