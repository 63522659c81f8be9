import { beforeEach, describe, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows } = world;
await world.reset();
beforeEach(() => world.reset());
const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ word: `词${from + at}`, weight: at }));

describe('keywords', () => {
  it('are found by ids, in the requested order, without missing ones', async () => {
    const ids = ['kw_0003', 'gone', 'kw_0001', 'kw_0003'];
    const { list } = await ok('keyword', 'getKeywordsByIds', { ids });
    expect(list.map(({ _id }) => _id)).toEqual(['kw_0003', 'kw_0001']);
    expect((await ok('keyword', 'getKeywordsByIds', { ids: [] })).list).toEqual([]);
    expect(JSON.stringify(list)).not.toContain('grams');
  });

  it('are found by their normal spellings, to learn which of many words exist', async () => {
    await ok('keyword', 'createKeyword', { word: 'ＡＩ Art' });
    const filter = { norm: ['ai art', 'nowhere', '关键词1'] };
    const { list } = await ok('keyword', 'getKeywords', { filter });
    expect(list.map(({ norm }) => norm).sort()).toEqual(['ai art', '关键词1']);
    expect((await call('keyword', 'getKeywords', { filter: { norm: [{}] } })).code).toBe(40001);
  });

  it('are the same word whatever its width, case and spaces', async () => {
    expect(await ok('keyword', 'createKeyword', { word: 'ＡＩ  Art' })).toMatchObject({
      word: 'ＡＩ Art',
      norm: 'ai art',
    });
    for (const word of ['ai art', ' AI art ', 'Ａｉ Ａrt', 'A\u200bI\u00a0art\u202c']) {
      expect(await call('keyword', 'createKeyword', { word })).toMatchObject({
        code: 40001,
        data: { fields: { word: '已有相同的关键词' } },
      });
    }
    const rename = { _id: 'kw_0001', rev: 1, word: 'AI ART' };
    expect((await call('keyword', 'updateKeyword', rename)).code).toBe(40001);
    expect(await ok('keyword', 'updateKeyword', { ...rename, word: '新词' })).toMatchObject({
      norm: '新词',
      rev: 2,
    });
  });

  it('are not deleted while templates use them', async () => {
    expect(await call('keyword', 'deleteKeyword', { _id: 'kw_0001' })).toMatchObject({
      code: 40904,
      message: '还有 5 个模板使用该关键词，请先移除',
      data: { resource: 'templates', count: 5 },
    });
    expect(await ok('keyword', 'deleteKeyword', { _id: 'kw_0040' })).toEqual({
      _id: 'kw_0040',
    });
    expect((await call('keyword', 'deleteKeyword', { _id: 'kw_0040' })).code).toBe(40400);
  });
});

describe('a batch of keywords', () => {
  it('answers row by row; an invalid row fails alone', async () => {
    const keywords = [
      { word: '新词' },
      { word: '关键词1', weight: 9 },
      { word: ' 新词 ' },
      { word: '' },
      { word: { $ne: null } },
      { word: '长'.repeat(21) },
      { word: '好', type: 'nonsense' },
      { word: '好', surprise: 1 },
      { word: '好', weight: -1 },
      {},
    ];
    expect(await ok('keyword', 'batchCreateKeywords', { keywords })).toMatchObject({
      created: 1,
      updated: 0,
      skipped: 2,
      failed: 7,
      results: [
        {
          row: 0,
          word: '新词',
          result: 'created',
          _id: expect.stringMatching(/^[a-f0-9]{24}$/) as string,
        },
        { row: 1, result: 'skipped', _id: 'kw_0001', message: '已存在' },
        { row: 2, result: 'skipped', message: '与前面的行重复' },
        { row: 3, result: 'failed', message: '关键词：请填写' },
        { row: 4, result: 'failed', message: '关键词：应为文字' },
        { row: 5, result: 'failed', message: '关键词：最多 20 个字符' },
        { row: 6, result: 'failed', message: '类型：请选择有效的选项' },
        { row: 7, result: 'failed', message: '页面已更新，请刷新后再试' },
        { row: 8, result: 'failed', message: '权重：不能小于 0' },
        { row: 9, result: 'failed', message: '关键词：请填写' },
      ],
    });
    expect((await rows('keywords')).find(({ word }) => word === '关键词1')).toMatchObject({
      weight: 0,
      rev: 1,
    });
  });

  it('updates existing ones on request, only the named fields, and only on a difference', async () => {
    const keywords = [
      { word: '关键词1', weight: 9 },
      { word: '关键词2' },
      { word: '新词', type: 'hot' },
    ];
    const first = await ok('keyword', 'batchUpsertKeywords', { keywords });
    expect(first).toMatchObject({ created: 1, updated: 1, skipped: 1, failed: 0 });
    const stored = await rows('keywords');
    expect(stored.find(({ _id }) => _id === 'kw_0001')).toMatchObject({
      weight: 9,
      type: 'tag',
      rev: 2,
    });
    expect(stored.find(({ _id }) => _id === 'kw_0002')).toMatchObject({ rev: 1 });
    expect(await ok('keyword', 'batchUpsertKeywords', { keywords })).toMatchObject({
      created: 0,
      updated: 0,
      skipped: 3,
    });
  });

  it('of 500 rows is stored completely; sent again it changes nothing, and has one audit row', async () => {
    const keywords = words(500);
    expect(await ok('keyword', 'batchCreateKeywords', { keywords })).toMatchObject({
      created: 500,
      failed: 0,
    });
    const before = await world.dump();
    expect(await ok('keyword', 'batchCreateKeywords', { keywords })).toMatchObject({
      created: 0,
      skipped: 500,
    });
    expect(await world.dump()).toBe(before);
    expect(await rows('auditLogs')).toHaveLength(1);
    expect((await ok('keyword', 'getKeywords', { q: '词499' })).total).toBe(1);
    const more = { keywords: words(501) };
    expect(await call('keyword', 'batchCreateKeywords', more)).toMatchObject({
      code: 40001,
      data: { fields: { keywords: '最多 500 项' } },
    });
    expect((await call('keyword', 'batchCreateKeywords', { keywords: [] })).code).toBe(40001);
  });

  it('concurrent with others makes no word twice', async () => {
    const batches = [words(300), words(300, 100), words(300, 200).reverse(), words(300)];
    const answers = await Promise.all(
      batches.map((keywords, at) =>
        ok('keyword', at % 2 ? 'batchUpsertKeywords' : 'batchCreateKeywords', { keywords }),
      ),
    );
    const norms = (await rows('keywords'))
      .map(({ norm }) => String(norm))
      .filter(norm => /^词/.test(norm));
    expect(norms).toHaveLength(500);
    expect(new Set(norms).size).toBe(500);
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(500);
    for (const { failed } of answers) expect(failed).toBe(0);
  });

  it('interrupted by the database can be sent again', async () => {
    // The first of them is the mark for the audit rows.
    const inserts = { action: 'database.insertDocument', code: 'SYS_ERR', times: 2 };
    await world.inject({ ...inserts, when: 'after' });
    const keywords = words(250);
    expect((await call('keyword', 'batchCreateKeywords', { keywords })).code).toBe(50001);
    expect(await ok('keyword', 'batchCreateKeywords', { keywords })).toMatchObject({
      failed: 0,
    });
    expect(await rows('keywords')).toHaveLength(254);
  });
});
