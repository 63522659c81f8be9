import { beforeEach, describe, expect, it } from 'vitest';
import type { Template } from '#contract/template.ts';
import { photoInput } from '../../photoInput.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
beforeEach(() => world.reset());

const offered = {
  name: '水彩头像',
  coverImage: 'template/demo/tpl_0001.png',
  categoryIds: ['cat_0001'],
  inputs: [photoInput],
};
const byWorkflow = { ...offered, engine: 'workflow', workflowId: '1985000000000000001' };
const byApp = { ...offered, engine: 'ai_app', webappId: '1985000000000000002' };

/** A draft whose trial has succeeded. */
const create = async (fields: object) => {
  const template = await ok('adminTemplate', 'createTemplate', { name: '水彩头像', ...fields });
  await set('templates', template._id, { trialPassed: true });
  return template;
};
const get = (id: string) => ok('adminTemplate', 'getTemplateById', { id });
const setField = (templateId: string, field: string, value: unknown) =>
  call('adminTemplate', 'updateTemplateField', { templateId, field, value });
const publish = (id: string) => setField(id, 'status', 'online');
const published = async (fields: object) => {
  const { _id } = await create(fields);
  expect(await publish(_id)).toMatchObject({ code: 0, data: { status: 'online' } });
  return _id;
};
const pauseAll = async () => {
  for (const id of ['key_0001', 'key_0002'])
    await ok('adminApiKey', 'setApiKeyStatus', { id, status: 'paused', confirm: true });
};
const resume = (id = 'key_0002') => ok('adminApiKey', 'setApiKeyStatus', { id, status: 'active' });
const suspendedIds = async () => {
  const page = await ok('adminTemplate', 'getTemplates', {
    filter: { suspended: true },
    withCounts: true,
  });
  expect(page.total).toBe(page.list.length);
  return page.list.map(({ _id }) => _id);
};
const suspendedCount = async () =>
  (await ok('adminDashboard', 'getTodo', { kinds: ['suspendedTemplates'] })).list.length;
const review = () => runJob('reviewTemplates');

describe('publishing', () => {
  it.each([
    ['a workflow without its number', { ...byWorkflow, workflowId: '' }, ['workflowId']],
    ['a workflow without inputs', { ...byWorkflow, inputs: [] }, ['inputs']],
    [
      'a workflow with an input that reaches no node',
      {
        ...byWorkflow,
        inputs: [photoInput, { ...photoInput, key: 'b', nodeId: '', fieldName: '' }],
      },
      ['inputs.1.nodeId', 'inputs.1.fieldName'],
    ],
    ['a workflow with keys in no pool', { ...byWorkflow, apiKeyPool: 'video' }, ['apiKeyPool']],
    ['an application without its number', { ...byApp, webappId: '' }, ['webappId']],
    [
      'an application that has only the other engine’s number',
      { ...byApp, webappId: '', workflowId: '1985000000000000001' },
      ['webappId'],
    ],
    ['a video, which carries no mark', { ...byWorkflow, outputType: 'video' }, ['outputType']],
    ['an application without inputs', { ...byApp, inputs: [] }, ['inputs']],
  ])('%s is refused with a sentence beside the missing field', async (_what, fields, lacking) => {
    const { _id } = await create(fields);
    const before = await world.dump();
    const answer = await publish(_id);
    expect(answer.code).toBe(40001);
    const fieldErrors = (answer.data as unknown as { fields: Record<string, string> }).fields;
    expect(Object.keys(fieldErrors)).toEqual(lacking);
    for (const sentence of Object.values(fieldErrors)) expect(answer.message).toContain(sentence);
    expect(await world.dump()).toBe(before);
  });

  it('a complete workflow or application goes online, a local template never', async () => {
    await published(byWorkflow);
    await published(byApp);
    const local = await create({ ...offered, inputs: [], engine: 'local' });
    expect((await publish(local._id)).code).toBe(40001);
    await pauseAll();
    const { _id } = await create(byWorkflow);
    expect(await publish(_id)).toMatchObject({
      code: 40001,
      message: '该密钥分组没有可用的密钥，请先在「API Key管理」中添加或恢复',
    });
    await resume();
    expect((await publish(_id)).code).toBe(0);
  });

  it('many at once publishes those that can run, and reports what the others lack', async () => {
    const whole = await create(byWorkflow);
    const dry = await create({ ...byApp, apiKeyPool: 'video' });
    const bare = await create({ ...byWorkflow, workflowId: '', inputs: [] });
    const ids = [whole._id, dry._id, bare._id];
    const data = { ids, field: 'status' as const, value: 'online' as const };
    const { updated, failed, results } = await ok('adminTemplate', 'batchUpdate', data);
    expect([updated, failed]).toEqual([1, 2]);
    const messageOf = (id: string) => results.find(({ _id }) => _id === id)?.message;
    expect(messageOf(whole._id)).toBeUndefined();
    expect(messageOf(dry._id)).toBe('该密钥分组没有可用的密钥，请先在「API Key管理」中添加或恢复');
    expect(messageOf(bare._id)).toBe('上线前请填写工作流编号；上线前请至少添加一个输入项');
  });

  it('while what it needs is removed leaves no template online that cannot run', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { _id } = await create(byWorkflow);
      const taken = { _id, rev: 1, workflowId: '' };
      await Promise.all([
        publish(_id),
        setField(_id, 'coverImage', ''),
        call('adminTemplate', 'updateTemplate', taken),
      ]);
      expect((await get(_id)).status).not.toBe('online');
    }
  });
});

describe('a template whose own data are no longer sufficient', () => {
  it.each([
    ['its workflow', { workflowId: '' }],
    ['its inputs', { inputs: [] }],
    ['where an input goes', { inputs: [{ ...photoInput, nodeId: '' }] }],
    ['its cover', { coverImage: '' }],
    ['its categories', { categoryIds: [] }],
    ['its engine', { engine: 'ai_app' }],
  ])(
    'goes offline with the save that removes %s, and the audit row says so',
    async (_what, fields) => {
      const _id = await published(byWorkflow);
      const { rev } = await get(_id);
      const update = { _id, rev, ...fields } as never;
      expect(await ok('adminTemplate', 'updateTemplate', update)).toMatchObject({
        ...fields,
        status: 'offline',
        rev: rev + 1,
      });
      const row = (await rows('auditLogs')).find(({ action }) => action === 'updateTemplate');
      expect(row?.diff).toEqual(
        expect.arrayContaining([{ path: 'status', from: 'online', to: 'offline' }]),
      );
      expect((await call('appTemplate', 'getTemplateById', { id: _id })).code).toBe(40400);
      expect((await publish(_id)).code).toBe(40001);
    },
  );

  it('goes offline by a single field and by a batch as well', async () => {
    const [one, other] = [await published(byWorkflow), await published(byApp)];
    expect((await setField(one, 'coverImage', '')).data).toMatchObject({ status: 'offline' });
    const none = { ids: [other], field: 'categoryIds' as const, value: [] };
    expect(await ok('adminTemplate', 'batchUpdate', none)).toMatchObject({ updated: 1 });
    expect(await get(other)).toMatchObject({ status: 'offline', categoryIds: [] });
  });

  it('stays online while it still has what it needs, and a draft stays a draft', async () => {
    const _id = await published(byWorkflow);
    const { rev } = await get(_id);
    const whole = { _id, rev, workflowId: '1985000000000000009', name: '新名字' };
    expect(await ok('adminTemplate', 'updateTemplate', whole)).toMatchObject({
      status: 'online',
    });
    const draft = await create(byWorkflow);
    const less = { _id: draft._id, rev: 1, workflowId: '' };
    expect(await ok('adminTemplate', 'updateTemplate', less)).toMatchObject({
      status: 'draft',
    });
  });

  it('that was published by older rules is hidden from visitors and taken offline by the worker', async () => {
    await set('templates', 'tpl_0001', { workflowId: '' });
    await set('templates', 'tpl_0003', { inputs: [] });
    const shown = (await ok('appTemplate', 'getTemplates', {})).list.map(({ _id }) => _id);
    expect(shown).toEqual(['tpl_0002']);
    expect((await call('appTemplate', 'getTemplateById', { id: 'tpl_0001' })).code).toBe(40400);
    expect(await review()).toEqual({
      ok: true,
      result: expect.objectContaining({ offline: 2, missing: 0 }),
    });
    expect(await get('tpl_0001')).toMatchObject({ status: 'offline', rev: 2 });
    expect((await get('tpl_0002')).status).toBe('online');
    const auditRows = (await rows('auditLogs')).filter(
      ({ action }) => action === 'reviewTemplates',
    );
    expect(auditRows).toHaveLength(2);
    expect(auditRows.find(({ resourceId }) => resourceId === 'tpl_0001')).toMatchObject({
      adminName: '系统',
      resource: 'template',
      reason: '上线前请填写工作流编号',
      diff: [{ path: 'status', from: 'online', to: 'offline' }],
    });
    expect(await review()).toEqual({
      ok: true,
      result: expect.objectContaining({ offline: 0, missing: 0 }),
    });
  });
});

describe('a pool without a usable key', () => {
  it('suspends its templates, which stay online, until a key works', async () => {
    expect(await get('tpl_0001')).toMatchObject({ status: 'online', hasUsableKey: true });
    const before = (await rows('templates')).map(({ rev }) => rev);
    await pauseAll();
    expect(await get('tpl_0001')).toMatchObject({ status: 'online', hasUsableKey: false });
    const all = (await ok('adminTemplate', 'getTemplates', {})).list;
    expect(all.find(({ _id }) => _id === 'tpl_0002')?.hasUsableKey).toBe(false);
    expect(await suspendedIds()).toEqual(['tpl_0003', 'tpl_0002', 'tpl_0001']);
    expect(await suspendedCount()).toBe(3);
    await resume();
    expect(await get('tpl_0001')).toMatchObject({ status: 'online', hasUsableKey: true });
    expect(await suspendedIds()).toEqual([]);
    expect(await suspendedCount()).toBe(0);
    // Nothing about it was ever stored.
    expect((await rows('templates')).map(({ rev }) => rev)).toEqual(before);
    expect(JSON.stringify(await rows('templates'))).not.toMatch(/hasUsableKey|suspended/);
  });

  it('shows its templates to visitors as suspended', async () => {
    const one = () => ok('appTemplate', 'getTemplateById', { id: 'tpl_0001' });
    expect((await one()).suspended).toBe(false);
    await pauseAll();
    expect((await one()).suspended).toBe(true);
    const { list, total } = await ok('appTemplate', 'getTemplates', {});
    expect([total, list.every(({ suspended }) => suspended)]).toEqual([3, true]);
    expect(JSON.stringify(list)).not.toMatch(/apiKeyPool|hasUsableKey/);
    const before = await world.dump();
    expect(await call('adminTask', 'retryTask', { id: 'task_0002' })).toMatchObject({
      code: 40902,
      message: '该模板暂停服务：没有可用的密钥，恢复后再重试',
    });
    expect(await world.dump()).toBe(before);
    await resume();
    expect((await call('adminTask', 'retryTask', { id: 'task_0002' })).code).toBe(0);
  });

  it('is exported as in its list', async () => {
    await pauseAll();
    const wanted = { resource: 'templates' as const, filter: { suspended: true } };
    expect(await ok('adminExport', 'createExport', wanted)).toMatchObject({ total: 3 });
    await runJob('exports');
    expect(await rows('exports')).toEqual(
      expect.arrayContaining([expect.objectContaining({ status: 'done', total: 3, done: 3 })]),
    );
  });
});

it('every template online in the demo data or these tests can run', async () => {
  const { makeDemo } = await import('../../../scripts/demo/demo.ts');
  const { missingToRun } = await import('#contract/templatePublishing.ts');
  const { hasUsableKey } = await import('#cloudfunctions/_shared/tasks/service.ts');
  const { fixture } = await import('../world/fixture.ts');
  const demo = makeDemo(1_795_000_000_000, 1, { orders: 10, users: 10 }).collections;
  for (const { templates = [], apiKeys = [] } of [demo, fixture().records]) {
    const pools = (apiKeys as { pool: string; status: string }[])
      .filter(({ status }) => status === 'active')
      .map(({ pool }) => pool);
    const online = (templates as Template[]).filter(({ status }) => status === 'online');
    expect(online.length).toBeGreaterThan(2);
    for (const template of online)
      expect([template._id, missingToRun(template), hasUsableKey(template, pools)]).toEqual([
        template._id,
        {},
        true,
      ]);
  }
});
