/** Records by collection. */
type Records = Record<string, Record<string, unknown>[]>;

/** The names of the figures of templates, in the order in which a month keeps them. */
const order = ['ok', 'fail', 'credits', 'coins', 'earned'];

/** A kept day as it was stored before it was text. */
const asObject = (kept: string): object => {
  const read = JSON.parse(kept) as Record<string, number | number[]>;
  return Object.fromEntries(
    Object.entries(read).flatMap(([key, value]) =>
      Array.isArray(value)
        ? value.map((amount, at) => [`${order[at]}_${key}`, amount] as const)
        : [[key, value] as const],
    ),
  );
};

/** Records as versions before the migrations stored them: every second day of a month, and no sums of exports. */
export const earlierShapes = (records: Records): Records => ({
  ...records,
  counters: (records['counters'] ?? []).map(record => {
    const days = record['days'] as Record<string, string> | undefined;
    if (!days) return record;
    const entries = Object.entries(days).map(([day, kept], at) => [
      day,
      at % 3 === 0 ? kept : at % 3 === 1 ? asObject(kept) : JSON.stringify(asObject(kept)),
    ]);
    return { ...record, days: Object.fromEntries(entries) as object };
  }),
  exports: (records['exports'] ?? []).map(({ sums: _sums, ...rest }) => rest),
});
