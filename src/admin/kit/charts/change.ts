/** By how much more, in per cent; `null` where there was nothing to compare with. */
export const changeOf = (current: number, previous: number): number | null =>
  previous === 0 ? null : ((current - previous) / previous) * 100;
