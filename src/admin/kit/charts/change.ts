/** Relative change in per cent; `null` if there is nothing to compare with. */
export const changeOf = (current: number, previous: number): number | null =>
  previous === 0 ? null : ((current - previous) / previous) * 100;
