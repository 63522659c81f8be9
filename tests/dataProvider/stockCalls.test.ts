import { describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';

/** Calls as react-admin's own components make them. */
const stored = { _id: 'c1', rev: 4, name: '人像', sort: 1, status: 'enabled' };
const provide = (answer: (action: string, data: Record<string, unknown>) => unknown) => {
  const invoke = vi.fn((_name: string, action: string, data: Record<string, unknown>) =>
    Promise.resolve(answer(action, data)),
  );
  const sent = () => invoke.mock.calls.map(([, action, data]) => [action, data] as const);
  return { sent, provider: createDataProvider(invoke as unknown as Invoke) };
};
const refused = new ActionFailure({ code: codes.stateNotAllowed, message: '仍在使用' });

describe('a change without a version', () => {
  it('is made on the stored record, of the given fields alone', async () => {
    const { sent, provider } = provide(() => stored);
    const data = { name: '写真' };
    await provider.update('categories', { id: 'c1', data, previousData: undefined as never });
    expect(sent()).toEqual([
      ['getCategoryById', { _id: 'c1' }],
      ['updateCategory', { _id: 'c1', rev: 4, name: '写真' }],
    ]);
  });

  it('of many records is one save of each', async () => {
    const { sent, provider } = provide(() => stored);
    const data = { name: '写真', sort: 9 };
    await provider.updateMany('categories', { ids: ['c1', 'c2'], data });
    const saves = sent().filter(([action]) => action === 'updateCategory');
    expect(saves).toEqual(
      ['c1', 'c2'].map(_id => ['updateCategory', { _id, rev: 4, name: '写真', sort: 9 }]),
    );
  });

  it('is none where the caller has seen one, which is what conflicts', async () => {
    const { sent, provider } = provide(() => stored);
    await provider.update('categories', {
      id: 'c1',
      data: { ...stored, id: 'c1', rev: 3, name: '写真' },
      previousData: { ...stored, id: 'c1', rev: 3 },
    });
    expect(sent()).toEqual([['updateCategory', { _id: 'c1', rev: 3, name: '写真' }]]);
  });
});

it('of many records those behind a refused one are deleted too, and the refusal is answered', async () => {
  const { sent, provider } = provide((_action, { _id }) => {
    if (_id === 'c1') throw refused;
    return {};
  });
  await expect(provider.deleteMany('categories', { ids: ['c1', 'c2', 'c3'] })).rejects.toBe(
    refused,
  );
  expect(sent().map(([, { _id } = {}]) => _id)).toEqual(['c1', 'c2', 'c3']);
});

it('pictures are read by their ids, and those that are gone left out', async () => {
  const { provider } = provide((_action, { filePath }) => {
    if (filePath === 'gone.png') throw new ActionFailure({ code: codes.notFound, message: '' });
    return { _id: 'f1', filePath };
  });
  const { data } = await provider.getMany('images', { ids: ['a.png', 'gone.png', 'b.png'] });
  expect(data.map(({ id }) => id)).toEqual(['a.png', 'b.png']);
});

describe('a list that is sorted by id', () => {
  const sortOf = async (resource: string) => {
    const { sent, provider } = provide(() => ({ list: [], total: 0 }));
    const sort = { field: 'id', order: 'ASC' } as const;
    await provider.getList(resource, { sort, pagination: { page: 1, perPage: 10 }, filter: {} });
    return sent()[0]?.[1]['sort'];
  };

  it('is in the order of time where that is its own, as ids are', async () => {
    expect(await sortOf('orders')).toEqual({ field: 'createTime', order: 'asc' });
  });

  it('stays in an order of its own', async () => {
    expect(await sortOf('categories')).toBeUndefined();
  });
});

describe('a read that is given up', () => {
  it('answers at once, and asks for no further page', async () => {
    const { sent, provider } = provide(() => ({
      list: Array.from({ length: 100 }, (_none, at) => ({ _id: `k${at}` })),
      total: 1_000,
    }));
    const leaving = new AbortController();
    const read = provider.getList('keywords', {
      pagination: { page: 1, perPage: 1_000 },
      sort: { field: 'weight', order: 'DESC' },
      filter: {},
      signal: leaving.signal,
    });
    leaving.abort();
    await expect(read).rejects.toThrow(/abort/i);
    await Promise.resolve();
    expect(sent()).toHaveLength(1);
    expect(provider.supportAbortSignal).toBe(true);
  });
});
