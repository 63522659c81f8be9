/**
 * Whether two values of a field are equivalent: an empty input is `null` in a form and '' in the database, texts are
 * stored trimmed, and the keys of an object may come back in another order.
 */
export const sameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(asStored(a)) === JSON.stringify(asStored(b));

const asStored = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim() || null;
  if (Array.isArray(value)) return value.map(asStored);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return Object.fromEntries(
    entries
      .map(([key, held]) => [key, asStored(held)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
};
