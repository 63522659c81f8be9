import { describe, expect, it, vi } from 'vitest';
import { MAX_SKIPPED, MAX_TOTAL } from '#contract/constants.ts';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import type { PageRequest } from '#dataProvider/pages.ts';

const SIZE = 20;

/** A list of so many records whose function skips no more than the real ones do. */
const listing = (count: number, storage?: Pick<Storage, 'getItem' | 'setItem'>) => {
  const all = Array.from({ length: count }, (_, at) => ({ _id: `o${at}` }));
  const invoke = vi.fn(async (_name: string, _action: string, request: PageRequest) => {
    const { page = 1, pageSize = SIZE, after } = request;
    const start = after === undefined ? (page - 1) * pageSize : Number(after);
    if (after === undefined && start > MAX_SKIPPED) throw new Error('too far');
    const end = start + pageSize;
    return {
      list: all.slice(start, end),
      total: Math.min(count, MAX_TOTAL + 1),
      ...(end < count && { next: String(end) }),
    };
  });
  const provider = createDataProvider(invoke as never, storage && { pages: storage });
  const read = (page: number, filter = {}) =>
    provider.getList('orders', {
      pagination: { page, perPage: SIZE },
      sort: { field: 'createTime', order: 'DESC' },
      filter,
    });
  return { invoke, read, asked: () => invoke.mock.calls.map(([, , request]) => request) };
};

const memory = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

describe('a list with more records than are counted', () => {
  it('has no total, and says whether it goes on', async () => {
    const { read } = listing(10_000);
    const first = await read(1);
    expect(first.total).toBeUndefined();
    expect(first.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
    expect((await listing(MAX_TOTAL).read(1)).total).toBe(MAX_TOTAL);
  });

  it('is read onwards with one call for each page, however far', async () => {
    const { read, asked } = listing(10_000);
    for (let page = 1; page <= 60; page += 1)
      expect((await read(page)).data[0]).toEqual({ id: `o${(page - 1) * SIZE}` });
    expect(asked()).toHaveLength(60);
    expect(asked().at(-1)).toMatchObject({ page: 1, after: String(59 * SIZE) });
    expect((await read(59)).data[0]).toEqual({ id: `o${58 * SIZE}` });
    expect(asked()).toHaveLength(61);
  });

  it('finds a page again after the application was loaded anew', async () => {
    const storage = memory();
    const first = listing(10_000, storage);
    for (let page = 1; page <= 30; page += 1) await first.read(page);
    const again = listing(10_000, storage);
    expect((await again.read(30)).data[0]).toEqual({ id: `o${29 * SIZE}` });
    expect(again.asked()).toHaveLength(1);
  });

  it('goes back as far as it was read', async () => {
    const { read, asked } = listing(100_000);
    for (let page = 1; page <= 200; page += 1) await read(page);
    for (let page = 199; page >= 20; page -= 1)
      expect((await read(page)).data[0]).toEqual({ id: `o${(page - 1) * SIZE}` });
    expect(asked().length).toBeLessThan(200 + 3 * 180);
  });

  it('passes what lies between to open a page whose beginning it does not know, but not without end', async () => {
    const { read, asked } = listing(100_000);
    expect((await read(40)).data[0]).toEqual({ id: `o${39 * SIZE}` });
    expect(asked().length).toBeLessThanOrEqual(8);
    await expect(read(2_000)).rejects.toThrow('too far');
  });

  it('does not go on in one filter from where another one was', async () => {
    const { read, asked } = listing(10_000);
    for (let page = 1; page <= 20; page += 1) await read(page);
    await read(20, { status: 'paid' });
    expect(
      asked()
        .slice(20)
        .map(({ page, after }) => [page, after]),
    ).toEqual([
      [16, undefined],
      [1, String(16 * SIZE)],
      [1, String(19 * SIZE)],
    ]);
  });

  it('answers a page behind the last as empty', async () => {
    const { read } = listing(700);
    expect((await read(60)).data).toEqual([]);
  });

  it('forgets what it kept if that is no list of pages', async () => {
    const { read } = listing(10_000, { getItem: () => '{', setItem: () => undefined });
    expect((await read(1)).data).toHaveLength(SIZE);
  });
});
