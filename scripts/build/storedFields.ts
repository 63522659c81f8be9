import { entities } from '#contract/entities.ts';

/** The fields of each collection's records, one collection a line: what a renamed or removed one leaves behind is seen. */
export const storedFields = (): string =>
  Object.values(entities)
    .map(({ collection, record }) => [collection, ...Object.keys(record.shape).sort()].join('\t'))
    .sort()
    .join('\n')
    .concat('\n');
