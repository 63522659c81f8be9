import type { StoredDay } from './records.ts';

/** State of a compared day. */
export const statusOf = ({
  openCount,
  waitingCount,
  closedCount,
}: Pick<StoredDay, 'openCount' | 'waitingCount' | 'closedCount'>) => {
  if (openCount > 0) return 'different' as const;
  if (waitingCount > 0) return 'pending' as const;
  return closedCount > 0 ? ('handled' as const) : ('agreed' as const);
};
