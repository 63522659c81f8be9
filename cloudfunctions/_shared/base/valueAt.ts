/** What stands at a path of names, `upload.nextTime`; undefined where there is nothing on the way. */
export const valueAt = (record: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inside, key) =>
        typeof inside === 'object' && inside !== null
          ? (inside as Record<string, unknown>)[key]
          : undefined,
      record,
    );
