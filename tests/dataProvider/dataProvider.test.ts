import { describe, expect, it, vi } from 'vitest';
import { MAX_TOTAL } from '#contract/constants.ts';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';

const providing = (answer: unknown) => {
  const invoke = vi.fn().mockResolvedValue(answer);
  return { invoke, provider: createDataProvider(invoke as unknown as Invoke) };
};
const stored = { _id: 't1', rev: 4, name: '樱花少女', status: 'draft', sort: 0 };
const record = { id: 't1', rev: 4, name: '樱花少女', status: 'draft', sort: 0 };

describe('getList', () => {
  const params = {
    pagination: { page: 2, perPage: 25 },
    sort: { field: 'sort', order: 'DESC' as const },
    filter: {},
  };

  it('asks for a page, sorted, and answers records with id', async () => {
    const { invoke, provider } = providing({ list: [stored], total: 41 });
    await expect(provider.getList('templates', params)).resolves.toEqual({
      data: [record],
      total: 41,
    });
    expect(invoke).toHaveBeenCalledWith('adminTemplate', 'getTemplates', {
      page: 2,
      pageSize: 25,
      sort: { field: 'sort', order: 'desc' },
    });
  });

  it('of an address without an order asks for none that the server knows, so that it says so', async () => {
    const { invoke, provider } = providing({ list: [], total: 0 });
    await provider.getList('templates', { ...params, sort: { field: 'foo' } as never });
    expect(invoke.mock.calls[0]?.[2]).toMatchObject({ sort: { field: 'foo', order: 'undefined' } });
  });

  it('sends the search separately and leaves empty filters out', async () => {
    const { invoke, provider } = providing({ list: [], total: 0 });
    const filter = { q: ' 樱花 ', status: 'online', engine: '', categoryIds: null };
    await provider.getList('templates', { ...params, filter });
    const asked = invoke.mock.calls[0]?.[2] as { q: string; filter: object };
    expect(asked.q).toBe('樱花');
    expect(asked.filter).toEqual({ status: 'online' });
  });

  it('asks for counts only on request, and returns them', async () => {
    const { invoke, provider } = providing({ list: [], total: 0, counts: { draft: 3 } });
    const answer = await provider.getList('templates', { ...params, meta: { withCounts: true } });
    expect(invoke.mock.calls[0]?.[2]).toMatchObject({ withCounts: true });
    expect(answer.meta).toEqual({ counts: { draft: 3 } });
  });

  it('asks for pictures on request, and hands on their addresses; a quiet look does not', async () => {
    const pictures = [{ src: 'a.png!thumbnail', url: 'https://x/a', expireTime: 1 }];
    const invoke = vi.fn().mockResolvedValue({ list: [stored], total: 1, pictures });
    const onPictures = vi.fn();
    const provider = createDataProvider(invoke as unknown as Invoke, { onPictures });
    await provider.getList('templates', { ...params, meta: { withPictures: true } });
    expect(onPictures).toHaveBeenCalledExactlyOnceWith(pictures);
    await provider.getList('templates', { ...params, meta: { withPictures: true, quiet: true } });
    expect(invoke.mock.calls.map(([, , asked]) => 'withPictures' in asked)).toEqual([true, false]);
  });

  it('never asks for more than a hundred, nor sorts by id', async () => {
    const { invoke, provider } = providing({ list: [], total: 0 });
    await provider.getList('keywords', {
      pagination: { page: 1, perPage: 1_000 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    });
    expect(invoke).toHaveBeenCalledWith('keyword', 'getKeywords', { page: 1, pageSize: 100 });
  });
});

describe('more records than the server gives at once', () => {
  const all = Array.from({ length: 1_300 }, (_, n) => ({ _id: `k${n}` }));
  const invoke = vi.fn((_name: string, _action: string, data: unknown) => {
    const { page, pageSize, after } = data as { page: number; pageSize: number; after?: string };
    const start = after === undefined ? (page - 1) * pageSize : Number(after);
    const end = start + pageSize;
    const next = end < all.length && { next: String(end) };
    return Promise.resolve({ list: all.slice(start, end), total: MAX_TOTAL + 1, ...next });
  });
  it.each([
    ['in hundreds', 1, 300, 'k0', 'k299', 3],
    ['from the middle of a hundred', 2, 150, 'k150', 'k299', 2],
    ['up to the last one, after what is passed', 5, 300, 'k1200', 'k1299', 10],
    ['never more than a thousand', 1, 100_000, 'k0', 'k999', 10],
  ])('are read %s', async (_how, page, perPage, first, last, calls) => {
    invoke.mockClear();
    const provider = createDataProvider(invoke as unknown as Invoke);
    const { data } = await provider.getList('keywords', {
      pagination: { page, perPage },
      sort: { field: 'weight', order: 'DESC' },
      filter: {},
    });
    expect([data[0]?.id, data.at(-1)?.id, invoke.mock.calls.length]).toEqual([first, last, calls]);
  });
});

describe('reading by id', () => {
  it.each([
    ['templates', 'adminTemplate', 'getTemplateById', { id: 't1' }],
    ['categories', 'adminCategory', 'getCategoryById', { _id: 't1' }],
  ])("of %s uses the action's name for the id", async (resource, name, action, data) => {
    const { invoke, provider } = providing(stored);
    await expect(provider.getOne(resource, { id: 't1' })).resolves.toEqual({ data: record });
    expect(invoke).toHaveBeenCalledWith(name, action, data);
  });

  it('of a keyword uses the action for several ids', async () => {
    const { invoke, provider } = providing({ list: [stored] });
    await expect(provider.getOne('keywords', { id: 't1' })).resolves.toEqual({ data: record });
    expect(invoke).toHaveBeenCalledWith('keyword', 'getKeywordsByIds', { ids: ['t1'] });
  });

  it('of a missing keyword fails with 40400', async () => {
    const { provider } = providing({ list: [] });
    await expect(provider.getOne('keywords', { id: 't1' })).rejects.toMatchObject({ status: 404 });
  });

  it('of many puts the ids into the filter where no action takes them', async () => {
    const { invoke, provider } = providing({ list: [stored], total: 1 });
    await provider.getMany('categories', { ids: ['a', 'b'] });
    expect(invoke).toHaveBeenCalledWith('adminCategory', 'getCategories', {
      page: 1,
      pageSize: 100,
      filter: { ids: ['a', 'b'] },
    });
  });

  it('of more than a hundred asks in portions', async () => {
    const { invoke, provider } = providing({ list: [] });
    await provider.getMany('keywords', { ids: Array.from({ length: 101 }, (_, n) => `k${n}`) });
    expect(invoke.mock.calls.map(([, , data]) => (data as { ids: string[] }).ids.length)).toEqual([
      100, 1,
    ]);
  });
});

describe('writing', () => {
  it('creates with the writable fields only', async () => {
    const { invoke, provider } = providing(stored);
    const data = { id: 'x', rev: 9, status: 'online', stats: {}, name: '樱花少女', sort: 0 };
    await expect(provider.create('templates', { data })).resolves.toEqual({ data: record });
    expect(invoke).toHaveBeenCalledWith('adminTemplate', 'createTemplate', {
      name: '樱花少女',
      sort: 0,
    });
  });

  it('passes on the key of a creation', async () => {
    const { invoke, provider } = providing(stored);
    await provider.create('keywords', {
      data: { word: '国风' },
      meta: { idemKey: 'key-00000001' },
    });
    expect(invoke.mock.calls[0]?.[2]).toEqual({ word: '国风', idemKey: 'key-00000001' });
  });

  it.each([
    ['templates', 'adminTemplate', 'updateTemplate'],
    ['categories', 'adminCategory', 'updateCategory'],
  ])(
    'updates %s with _id, the rev it read and the changed fields',
    async (resource, name, action) => {
      const { invoke, provider } = providing(stored);
      await provider.update(resource, {
        id: 't1',
        data: { ...record, name: '新名字', updateTime: 5 },
        previousData: record,
      });
      expect(invoke).toHaveBeenCalledWith(name, action, { _id: 't1', rev: 4, name: '新名字' });
    },
  );

  it('sends a change of nothing but blanks, which the server may keep', async () => {
    const { invoke, provider } = providing(stored);
    await provider.update('templates', {
      id: 't1',
      data: { ...record, name: `${record.name} ` },
      previousData: record,
    });
    expect(invoke.mock.calls[0]?.[2]).toEqual({ _id: 't1', rev: 4, name: `${record.name} ` });
  });

  it.each([
    ['templates', 'adminTemplate', 'deleteTemplate', { id: 't1', rev: 4 }],
    ['categories', 'adminCategory', 'deleteCategory', { _id: 't1', rev: 4 }],
    ['keywords', 'keyword', 'deleteKeyword', { _id: 't1', rev: 4 }],
  ])('deletes the version of %s that was shown', async (resource, name, action, data) => {
    const { invoke, provider } = providing({ _id: 't1' });
    await provider.delete(resource, { id: 't1', previousData: record });
    expect(invoke).toHaveBeenCalledWith(name, action, data);
  });

  it('sets a single field', async () => {
    const { invoke, provider } = providing(stored);
    await provider.setField('templates', { id: 't1', field: 'sort', value: 7 });
    expect(invoke).toHaveBeenCalledWith('adminTemplate', 'updateTemplateField', {
      templateId: 't1',
      field: 'sort',
      value: 7,
    });
  });

  it('sets the recommended flag', async () => {
    const { invoke, provider } = providing(stored);
    await provider.setRecommend('templates', { id: 't1', isRecommend: true });
    expect(invoke).toHaveBeenCalledWith('adminTemplate', 'setRecommendStatus', {
      templateId: 't1',
      isRecommend: true,
    });
  });

  it('returns the stored version of a conflict as a record', async () => {
    const { invoke, provider } = providing(null);
    invoke.mockRejectedValue(
      new ActionFailure({
        code: 40901,
        message: '数据已被他人修改，请刷新后再试',
        data: { current: stored },
      }),
    );
    const update = provider.update('templates', {
      id: 't1',
      data: { ...record, name: '我的名字' },
      previousData: { ...record, name: '从前的名字' },
    });
    await expect(update).rejects.toMatchObject({ status: 409, body: { current: record } });
  });

  it('refuses an undeclared resource or method', async () => {
    const { provider } = providing(null);
    await expect(provider.getOne('constructor', { id: 1 })).rejects.toThrow('resources.ts');
    const setField = async () =>
      provider.setField('refunds', { id: 1, field: 'status', value: '' });
    await expect(setField()).rejects.toThrow('update');
  });
});
