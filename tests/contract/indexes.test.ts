import { expect, it } from 'vitest';
import { collections, MOST_INDEXES } from '#contract/collections.ts';
import { entities } from '#contract/entities.ts';

it.each(collections)('$name has no more indexes than every environment allows', ({ indexes }) => {
  expect(indexes.length).toBeLessThanOrEqual(MOST_INDEXES);
  expect(new Set(indexes.map(({ name }) => name)).size).toBe(indexes.length);
});

const byStates = Object.values(entities).flatMap(({ collection, byStates, sorts }) =>
  [...byStates.filters, ...byStates.orders].map(field => ({ collection, field, sorts, byStates })),
);

it.each(byStates)('$collection has $field in an index beside the state', one => {
  const { indexes } = collections.find(({ name }) => name === one.collection)!;
  const keys = indexes.map(index => Object.keys(index.keys));
  const { filters, order } = one.byStates;
  const wanted = filters.includes(one.field) ? [one.field, 'status', order] : ['status', one.field];
  expect(keys.map(all => all.slice(0, wanted.length))).toContainEqual(wanted);
});
