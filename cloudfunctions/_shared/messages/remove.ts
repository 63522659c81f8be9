import { _ } from '../base/cloud.ts';
import { endOfRun } from '../base/due.ts';
import { environment } from '../base/environment.ts';
import { inParallel } from '../base/parallel.ts';
import type { Query } from '../base/repository.ts';
import { messages } from './messages.ts';

const PAGE = 200;

/** A page at a time, so that a killed run has not worked in vain. */
const removeAll = async (query: Query, end = Infinity): Promise<number> => {
  for (let removed = 0; ;) {
    const page = await messages.find(query, { limit: PAGE, fields: ['_id'] });
    await inParallel(page, ({ _id }) => messages.remove(_id));
    removed += page.length;
    if (page.length < PAGE || Date.now() >= end) return removed;
  }
};

/** Removes what is older than messages are kept, for a time slice; the next run continues. */
export const purge = async (): Promise<{ removed: number }> => {
  const now = Date.now();
  const query = { createTime: _.lt(now - environment.MESSAGE_KEEP_MS) };
  return { removed: await removeAll(query, endOfRun(environment.MESSAGE_BUDGET_MS)) };
};

/** Removes the messages of a deleted user: those that were sent, and those still waiting. */
export const forgetMessages = (userId: string): Promise<number> => removeAll({ userId });
