import { beforeEach, describe, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
await world.reset();
beforeEach(() => world.reset());

type Keyword = { word: string; type?: 'tag' | 'hot' | 'sensitive'; aliases?: string[] };

const keyword = async (fields: Keyword) => (await ok('keyword', 'createKeyword', fields))._id;

/** Online from the beginning. */
const template = async (name: string, keywordIds: string[] = []) => {
  const { _id } = await ok('adminTemplate', 'copyTemplate', { id: 'tpl_0001' });
  const fields = { _id, rev: 1, name, keywordIds };
  await ok('adminTemplate', 'updateTemplate', fields);
  await set('templates', _id, { status: 'online' });
  return _id;
};

const found = async (q: string, more: object = {}) =>
  (await ok('appTemplate', 'getTemplates', { q, ...more })).list.map(({ name }) => name);
const foundByAdministrator = async (q: string, more: object = {}) =>
  (await ok('adminTemplate', 'getTemplates', { q, ...more })).list.map(({ name }) => name);

describe('a search for templates', () => {
  it('finds names first, then keywords and synonyms, for visitors and administrators', async () => {
    const hanfu = await keyword({ word: '汉服', aliases: ['古装', '国风写真'] });
    await template('月下仙子', [hanfu]);
    await template('古装剧照');
    expect(await found('古装')).toEqual(['古装剧照', '月下仙子']);
    expect(await found('汉服')).toEqual(['月下仙子']);
    expect(await found('国风写')).toEqual(['月下仙子']);
    expect(await found('仙子')).toEqual(['月下仙子']);
    expect(await foundByAdministrator('古装')).toEqual(['古装剧照', '月下仙子']);
    expect(await found('古装', { filter: { categoryIds: 'cat_0002' } })).toEqual([]);
  });

  it('follows a synonym that is added, changed or taken away at once', async () => {
    const id = await keyword({ word: '国潮' });
    await template('锦绣', [id]);
    expect(await found('中国风')).toEqual([]);
    await ok('keyword', 'updateKeyword', { _id: id, rev: 1, aliases: ['中国风'] });
    expect(await found('中国风')).toEqual(['锦绣']);
    await ok('keyword', 'updateKeyword', { _id: id, rev: 2, word: '新国潮' });
    expect(await found('中国风')).toEqual(['锦绣']);
    await ok('keyword', 'updateKeyword', { _id: id, rev: 3, aliases: [] });
    expect(await found('中国风')).toEqual([]);
  });

  it('finds templates by the tags of presets that are offered, behind all others and once', async () => {
    const id = await keyword({ word: '夏日' });
    const tagged = await template('海边');
    await template('夏日清凉');
    const both = await template('荷塘', [id]);
    const presets: [string, string, string[]][] = [
      ['一', tagged, ['夏日', '清新']],
      ['二', tagged, ['盛夏日']],
      ['三', both, ['夏日']],
    ];
    for (const [name, templateId, tags] of presets)
      await ok('adminTemplatePreset', 'createPreset', { name, templateId, tags });
    expect(await found('夏日')).toEqual(['夏日清凉', '荷塘', '海边']);
    expect(await found('清新')).toEqual(['海边']);
    expect(await foundByAdministrator('清新')).toEqual(['海边']);
    const { list } = await ok('adminTemplatePreset', 'getPresets', { q: '清新' });
    expect(list.map(({ name }) => name)).toEqual(['一']);
    const off = { id: list[0]!._id, updates: { rev: list[0]!.rev, status: 'disabled' as const } };
    await ok('adminTemplatePreset', 'updatePreset', off);
    expect(await found('清新')).toEqual([]);
  });

  it('leaves out disabled and sensitive words, and templates that are not online', async () => {
    const off = await keyword({ word: '停用词甲' });
    const sensitive = await keyword({ word: '敏感词甲', type: 'sensitive' });
    const tag = await keyword({ word: '普通词甲' });
    await template('甲一', [off, sensitive]);
    const draft = await template('甲二', [tag]);
    await set('templates', draft, { status: 'draft' });
    await ok('keyword', 'updateKeyword', { _id: off, rev: 1, status: 'disabled' });
    for (const q of ['停用词甲', '敏感词甲', '普通词甲']) expect(await found(q)).toEqual([]);
    expect(await foundByAdministrator('普通词甲')).toEqual(['甲二']);
  });

  it('goes on from page to page without a gap or a repetition, by number and by cursor', async () => {
    const id = await keyword({ word: '写真' });
    for (let at = 0; at < 5; at += 1) await template(`写真${at}`, at % 2 ? [id] : []);
    for (let at = 0; at < 4; at += 1) await template(`人像${at}`, [id]);
    const all = await found('写真');
    expect(all).toHaveLength(9);
    expect(new Set(all)).toHaveProperty('size', 9);
    expect(all.slice(0, 5).every(name => name.startsWith('写真'))).toBe(true);
    const pages: string[] = [];
    for (let page = 1; page <= 5; page += 1)
      pages.push(...(await found('写真', { page, pageSize: 2 })));
    expect(pages).toEqual(all);
    for (const pageSize of [1, 2, 4, 5]) {
      const names: string[] = [];
      for (let after: string | undefined, more = true; more;) {
        const answer = await ok('appTemplate', 'getTemplates', { q: '写真', pageSize, after });
        expect(answer.total).toBe(9);
        names.push(...answer.list.map(({ name }) => name));
        after = answer.next;
        more = after !== undefined;
      }
      expect(names).toEqual(all);
    }
  });

  it('is narrowed further by a filter for keywords, and counted by state', async () => {
    const one = await keyword({ word: '婚纱' });
    const other = await keyword({ word: '海边' });
    await template('白纱', [one, other]);
    await template('礼堂', [one]);
    const filter = { keywordIds: [other] };
    expect(await foundByAdministrator('婚纱', { filter })).toEqual(['白纱']);
    const { counts, total } = await ok('adminTemplate', 'getTemplates', {
      q: '婚纱',
      withCounts: true,
    });
    expect([total, counts]).toEqual([2, { draft: 0, online: 2, offline: 0 }]);
  });

  it('finds keywords by their synonyms, also after a batch and a merge', async () => {
    const keywords = [{ word: '甲词', aliases: ['别名一'] }, { word: '乙词' }];
    const { results } = await ok('keyword', 'batchCreateKeywords', { keywords });
    const of = async (q: string) =>
      (await ok('keyword', 'getKeywords', { q })).list.map(({ word }) => word);
    expect(await of('别名一')).toEqual(['甲词']);
    const [from, to] = results.map(({ _id }) => _id!);
    await ok('keyword', 'mergeKeywords', { fromIds: [from!], toId: to! });
    expect(await of('别名一')).toEqual(['乙词']);
    expect(await of('甲词')).toEqual(['乙词']);
  });
});

describe('a category', () => {
  const namesIn = async (categoryIds: string, more: object = {}) =>
    (await ok('appTemplate', 'getTemplates', { filter: { categoryIds }, ...more })).list.map(
      ({ name }) => name,
    );

  it('has the templates of its enabled children too, each once, the recommended ones first', async () => {
    const { _id: parent } = await ok('adminCategory', 'createCategory', { name: '节日' });
    const below = { name: '春节', parentId: parent };
    const { _id: child, rev } = await ok('adminCategory', 'createCategory', below);
    const of = async (name: string, categoryIds: string[], more: object = {}) =>
      set('templates', await template(name), { categoryIds, ...more });
    await of('贺岁', [child], { isRecommend: true });
    await of('灯会', [child, parent]);
    await of('生日', [parent], { sort: 1 });
    expect(await namesIn(parent)).toEqual(['贺岁', '生日', '灯会']);
    expect((await namesIn(child)).sort()).toEqual(['灯会', '贺岁']);
    expect(await namesIn(parent, { q: '贺岁' })).toEqual(['贺岁']);
    const { list } = await ok('appTemplate', 'getCategories', {});
    expect(list.find(({ _id }) => _id === child)?.parentId).toBe(parent);
    const off = { _id: child, rev, status: 'disabled' as const };
    await ok('adminCategory', 'updateCategory', off);
    expect(await namesIn(parent)).toEqual(['生日', '灯会']);
  });
});

describe('hot words', () => {
  it('are shown to visitors only where they find a template, and marked for administrators', async () => {
    const id = await keyword({ word: '热词甲', type: 'hot' });
    await keyword({ word: '热词乙', type: 'hot' });
    await keyword({ word: '热词丙', type: 'hot' });
    const tag = await keyword({ word: '标签丙', aliases: ['热词丙'] });
    await template('名字里的热词乙');
    const shown = async () =>
      (await ok('appTemplate', 'getHome', {})).keywords.map(({ word }) => word);
    expect(await shown()).toEqual(['热词乙']);
    await template('甲的模板', [id]);
    await template('丙的模板', [tag]);
    expect((await shown()).sort()).toEqual(['热词丙', '热词乙', '热词甲'].sort());
    await keyword({ word: '热词丁', type: 'hot' });
    const { list } = await ok('keyword', 'getKeywords', { filter: { type: 'hot' } });
    const findsTemplates = Object.fromEntries(list.map(one => [one.word, one.findsTemplates]));
    expect(findsTemplates).toEqual({ 热词甲: true, 热词乙: true, 热词丙: true, 热词丁: false });
  });
});

describe('searches that find nothing', () => {
  const misses = async () => (await ok('keyword', 'getSearchMisses', {})).list;

  it('are counted for administrators, but for what may be of a person', async () => {
    const before = (await misses()).length;
    for (const q of ['蒸汽朋克', ' 蒸汽朋克 ', '13800138000', 'x', '关键词1'])
      await ok('appTemplate', 'getTemplates', { q });
    await ok('appTemplate', 'getTemplates', { q: '蒸汽朋克', filter: { categoryIds: 'cat_0001' } });
    const list = await misses();
    expect(list).toHaveLength(before + 1);
    expect(list.find(({ q }) => q === '蒸汽朋克')).toMatchObject({ count: 2, suggestion: null });
  });

  it('become a synonym of the keyword that is most like them', async () => {
    const id = await keyword({ word: '汉服写真' });
    await template('月下仙子', [id]);
    await ok('appTemplate', 'getTemplates', { q: '汉服拍照' });
    const miss = (await misses()).find(({ q }) => q === '汉服拍照')!;
    expect(miss.suggestion).toEqual({ _id: id, word: '汉服写真' });
    await ok('keyword', 'addSynonym', { missId: miss._id, keywordId: id });
    expect(await found('汉服拍照')).toEqual(['月下仙子']);
    expect((await misses()).some(({ q }) => q === '汉服拍照')).toBe(false);
    expect((await call('keyword', 'addSynonym', { missId: miss._id, keywordId: id })).code).toBe(
      40400,
    );
    expect((await rows('auditLogs')).some(({ action }) => action === 'addSynonym')).toBe(true);
  });

  it('are refused as a synonym of a keyword that has twenty', async () => {
    const aliases = Array.from({ length: 20 }, (_, at) => `同义${at}`);
    const id = await keyword({ word: '满', aliases });
    expect(
      await call('keyword', 'addSynonym', { missId: 'miss_0001', keywordId: id }),
    ).toMatchObject({ code: 40001, data: { fields: { keywordId: /20 个同义词/ } } });
  });
});
