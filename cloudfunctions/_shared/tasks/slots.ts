import { _ } from '../base/cloud.ts';
import { tasks } from './tasks.ts';

/** More slots than any installation has. */
const MOST_SLOTS = 1_000;

/** How many slots of each key are taken by tasks. */
export const slotsTaken = async (): Promise<Map<string, number>> => {
  const holders = await tasks.find(
    { slotKey: _.gt('') },
    { limit: MOST_SLOTS, fields: ['slotKey'] },
  );
  const taken = new Map<string, number>();
  for (const { slotKey } of holders) taken.set(slotKey, (taken.get(slotKey) ?? 0) + 1);
  return taken;
};
