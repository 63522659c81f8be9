/** Whether two values are equal as JSON: keys in any order, and what is undefined is absent. */
export const equal = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/**
 * Whether two values of a field are equivalent: an empty input is `null` in a form and '' in the database, texts are
 * stored trimmed, and the keys of an object may come back in another order.
 */
export const sameValue = (a: unknown, b: unknown): boolean =>
  textOf(a, asStored) === textOf(b, asStored);

const asStored = (text: string) => text.trim() || null;

const textOf = (value: unknown, ofText: (text: string) => unknown = text => text) =>
  JSON.stringify(inOrder(value ?? null, ofText));

const inOrder = (value: unknown, ofText: (text: string) => unknown): unknown => {
  if (typeof value === 'string') return ofText(value);
  if (Array.isArray(value)) return value.map(one => inOrder(one ?? null, ofText));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return Object.fromEntries(
    entries
      .map(([key, held]) => [key, inOrder(held, ofText)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
};
