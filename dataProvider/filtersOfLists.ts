import { entities } from '#contract/entities.ts';

/** What a list may be filtered by, where that is known. */
export const filtersOfLists: Record<string, string[]> = Object.fromEntries(
  Object.entries(entities).map(([resource, { filter }]) => [
    resource,
    [...Object.keys(filter), 'q'],
  ]),
);
