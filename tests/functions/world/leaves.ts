export type Path = (string | number)[];

/** Every place of a payload that holds a value, and every list. */
export const leavesOf = (value: unknown, at: Path = []): Path[] => {
  if (Array.isArray(value)) {
    return [at, ...value.flatMap((item, index) => leavesOf(item, [...at, index]))];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...at, key]));
  }
  return [at];
};

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], value);

/** A copy that differs in one place. */
export const withLeaf = <T>(value: T, path: Path, leaf: unknown): T => {
  const copy = structuredClone(value);
  const last = path.at(-1);
  if (last === undefined) return leaf as T;
  (valueAt(copy, path.slice(0, -1)) as Record<string, unknown>)[last] = leaf;
  return copy;
};

/** A copy with one more key of its own inside, whatever its name means to objects; as it is where nothing takes keys. */
export const withKey = <T>(value: T, path: Path, key: string, inside: unknown): T => {
  const copy = structuredClone(value);
  const place = valueAt(copy, path);
  if (typeof place === 'object' && place !== null && !Array.isArray(place)) {
    Object.defineProperty(place, key, {
      value: inside,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
};
