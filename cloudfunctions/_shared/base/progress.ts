import { repository, type Stored } from './repository.ts';

/** How far a job's work through a whole collection has come, so that the next run goes on there. */
interface Progress extends Stored {
  /** Where the next run begins; null for the beginning. */
  at: string | number | null;
  /** When the end was last reached. */
  doneTime: number;
}

const progress = repository<Progress>('progress');

export const progressOf = async (id: string): Promise<Pick<Progress, 'at' | 'doneTime'>> =>
  (await progress.get(id)) ?? { at: null, doneTime: 0 };

/** @param at null: the end has been reached */
export const keepProgress = async (id: string, at: Progress['at']): Promise<void> => {
  const patch = { at, ...(at === null && { doneTime: Date.now() }) };
  if (await progress.get(id)) return progress.note(id, patch);
  // Where another run has begun as well: the work of both is the same.
  await progress.insertUnlessThere({ doneTime: 0, ...patch }, id);
};
