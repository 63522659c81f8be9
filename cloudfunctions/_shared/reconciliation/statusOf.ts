import type { StoredDay } from './records.ts';

/** How a day stands that has been compared. */
export const statusOf = ({
  openCount,
  waitingCount,
  closedCount,
}: Pick<StoredDay, 'openCount' | 'waitingCount' | 'closedCount'>) => {
  if (openCount > 0) return 'different' as const;
  if (waitingCount > 0) return 'pending' as const;
  return closedCount > 0 ? ('handled' as const) : ('agreed' as const);
};
