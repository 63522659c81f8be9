import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import type { QuickTarget } from '#contract/quickFunction.ts';
import { photoInput } from '../../photoInput.ts';
import { visitorNo } from '../tasks/engineRun.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const usual = { ...environment };
await world.reset();
beforeEach(() => world.reset());
afterEach(() => {
  vi.useRealTimers();
  Object.assign(environment, usual);
});

const USER = 'usr_0001';
type Answer = Record<string, unknown> & { _id: string };
const one = (...of: Parameters<typeof world.one>) => world.one<Answer>(...of);
const app = (at: number, fields: object) => set('localApps', `app_000${at}`, fields);
const only = async (...apps: number[]) => {
  for (const id of (await rows('localApps')).map(({ _id }) => String(_id)))
    if (!apps.includes(Number(id.slice(-1)))) await set('localApps', id, { status: 'disabled' });
};
const inWechat = (at: number) => ({
  caller: { TCB_UUID: `w${at}`, WX_OPENID: `o${String(at).padStart(27, 'w')}` },
});

describe('local apps', () => {
  const idsOf = async (data: object = {}) =>
    (await ok('appTemplate', 'getLocalApps', data)).list.map(({ _id }) => _id);

  it('are handed out with all that opening them takes, and nothing of their author', async () => {
    await only(7);
    await app(7, {
      entryPath: '/packages/palette/index',
      config: { maxImages: 4 },
      minVersion: '1.2.0',
      icon: 'template/demo/tpl_0001.png',
    });
    expect((await ok('appTemplate', 'getLocalApps', {})).list).toEqual([
      {
        _id: 'app_0007',
        appCode: 'app_code_7',
        name: '应用7',
        icon: 'template/demo/tpl_0001.png',
        coverImage: '',
        description: '',
        categoryId: 'lcat_0001',
        entryPath: '/packages/palette/index',
        config: { maxImages: 4 },
        minVersion: '1.2.0',
        costCredits: 2,
        isRecommend: false,
      },
    ]);
  });

  it('come in their order, the recommended ones first, and no disabled ones', async () => {
    await only(1, 2, 4);
    expect(await idsOf()).toEqual(['app_0004', 'app_0002', 'app_0001']);
    await app(1, { isRecommend: true });
    await app(2, { sort: 99 });
    expect(await idsOf()).toEqual(['app_0001', 'app_0002', 'app_0004']);
    await app(2, { status: 'disabled' });
    expect(await idsOf()).toEqual(['app_0001', 'app_0004']);
  });

  it('come with enabled categories in their order, and without one whose own is disabled', async () => {
    await only(1, 2);
    await app(2, { categoryId: 'lcat_0002' });
    await set('localAppCategories', 'lcat_0001', { sort: 1 });
    await set('localAppCategories', 'lcat_0002', { status: 'disabled' });
    await set('localAppCategories', 'lcat_0004', { sort: 2 });
    const { categories, list } = await ok('appTemplate', 'getLocalApps', {});
    expect(categories).toEqual([
      { _id: 'lcat_0004', name: '应用分类4', icon: '' },
      { _id: 'lcat_0001', name: '应用分类1', icon: '' },
    ]);
    expect(list.map(({ _id, categoryId }) => [_id, categoryId])).toEqual([
      ['app_0002', ''],
      ['app_0001', 'lcat_0001'],
    ]);
  });

  it.each([
    ['1.9.0', false],
    ['1.10', true],
    ['1.10.0', true],
    ['1.10.0.1', true],
    ['2', true],
    ['1', false],
    ['', true],
  ])('that need 1.10 are handed out to version “%s”: %s', async (version, isThere) => {
    await only(1);
    await app(1, { minVersion: '1.10' });
    expect(await idsOf({ version })).toEqual(isThere ? ['app_0001'] : []);
  });

  it('that are recommended stand on the home page, if this version has them', async () => {
    await only(1, 2);
    await app(1, { isRecommend: true, minVersion: '2.0.0' });
    const home = async (data: object) =>
      (await ok('appTemplate', 'getHome', data)).localApps.map(({ _id }) => _id);
    expect(await home({})).toEqual(['app_0001']);
    expect(await home({ platform: 'mp', version: '2.0.0' })).toEqual(['app_0001']);
    expect(await home({ platform: 'mp', version: '1.0.0' })).toEqual([]);
  });
});

describe('quick functions', () => {
  const targets: [QuickTarget, object][] = [
    ['template', { targetId: 'tpl_0001' }],
    ['category', { targetId: 'cat_0001' }],
    ['local_app', { targetId: 'app_0001' }],
    ['page', { path: '/pages/print/index' }],
    ['url', { path: 'https://example.com/' }],
    ['mini_program', { appid: 'wx0123456789abcdef', path: '/pages/a' }],
  ];
  const home = async (data: object = {}) =>
    (await ok('appTemplate', 'getHome', data)).quickFunctions;

  it('of each platform are handed out with every kind of target', async () => {
    for (const { _id } of await rows('quickFunctions'))
      await ok('adminQuickFunction', 'deleteQuickFunction', { id: _id });
    for (const [at, [targetType, more]] of targets.entries())
      for (const platform of ['mp', 'h5'] as const)
        await ok('adminQuickFunction', 'createQuickFunction', {
          title: platform,
          targetType,
          ...more,
          platforms: [platform],
          sort: -at,
        });
    for (const platform of ['mp', 'h5'] as const) {
      const shown = await home({ platform });
      expect(shown.map(({ title, targetType }) => [title, targetType])).toEqual(
        targets.map(([targetType]) => [platform, targetType]),
      );
      expect(shown.at(-1)).toMatchObject({ appid: 'wx0123456789abcdef', path: '/pages/a' });
    }
    // The web, which names no platform.
    expect(await home()).toEqual(await home({ platform: 'h5' }));
    expect((await call('appTemplate', 'getHome', { platform: 'app' })).code).toBe(40001);
  });

  it('are left out while visitors cannot see what they lead to', async () => {
    const leads = [
      ['templates', 'tpl_0001', 'template', 'offline'],
      ['categories', 'cat_0001', 'category', 'disabled'],
      ['localApps', 'app_0001', 'local_app', 'disabled'],
    ] as const;
    for (const [collection, targetId, targetType, status] of leads) {
      await world.reset();
      await set('quickFunctions', 'qf_0001', { targetType, targetId });
      const { list } = await ok('adminQuickFunction', 'getQuickFunctions', {});
      const isShown = async () => (await home()).some(({ _id }) => _id === 'qf_0001');
      expect([targetType, list[0]?.targetDead, await isShown()]).toEqual([targetType, false, true]);
      await set(collection, targetId, { status });
      const after = await ok('adminQuickFunction', 'getQuickFunctionById', { id: 'qf_0001' });
      expect([targetType, after.targetDead, await isShown()]).toEqual([targetType, true, false]);
    }
  });

  it('have the picture of what they lead to where they have none of their own', async () => {
    const icon = async () => (await home()).find(({ _id }) => _id === 'qf_0001')?.icon;
    const leadTo = (targetType: string, targetId: string) =>
      set('quickFunctions', 'qf_0001', { targetType, targetId, icon: '' });
    await set('templates', 'tpl_0001', { coverImage: 'template/a.png' });
    await leadTo('template', 'tpl_0001');
    expect(await icon()).toBe('template/a.png');
    await app(1, { icon: 'template/icon.png', coverImage: 'template/b.png' });
    await leadTo('local_app', 'app_0001');
    expect(await icon()).toBe('template/icon.png');
    await set('quickFunctions', 'qf_0001', { icon: 'template/own.png' });
    expect(await icon()).toBe('template/own.png');
  });

  it('lead to no local app that is disabled or too new for the caller', async () => {
    await set('quickFunctions', 'qf_0001', { targetType: 'local_app', targetId: 'app_0001' });
    await app(1, { minVersion: '2.0' });
    const isShown = async (data: object) => (await home(data)).some(({ _id }) => _id === 'qf_0001');
    expect(await isShown({ platform: 'mp', version: '2.0' })).toBe(true);
    expect(await isShown({ platform: 'mp', version: '1.9' })).toBe(false);
    expect(await isShown({})).toBe(true);
    await app(1, { status: 'disabled' });
    expect(await isShown({})).toBe(false);
  });
});

describe('a use of a local app', () => {
  const wish = { id: 'app_0007', idemKey: 'a-use-of-it' };
  const use = (more: object = {}, who?: object) =>
    call('appUser', 'useLocalApp', { ...wish, ...more }, who);
  const credits = (paid: number, gift: number, more: object = {}) =>
    set('users', USER, { credits: { paid, gift }, ...more });
  const lines = async () =>
    (await rows('creditLedger')).filter(({ refType }) => refType === 'localApp');
  const counted = async (at = 7) => (await one('localApps', `app_000${at}`))['useCount'];

  it('takes what it costs, gifts first, with lines that name the app, and is counted', async () => {
    await credits(10, 3, { paidValueFen: 1_000 });
    await app(7, { costCredits: 5 });
    const { data } = await use({ expectCredits: 5 });
    const { _id } = data as { _id: string };
    expect(data).toEqual({ _id, costCredits: 5, credits: { paid: 8, gift: 0 } });
    const line = { kind: 'consume', refId: 'app_0007', reason: '应用7', userNote: '应用7' };
    expect(await lines()).toMatchObject([
      { ...line, _id: `${_id}_paid`, delta: -2, balanceAfter: 8, valueFen: -200, userId: USER },
      { ...line, _id: `${_id}_gift`, delta: -3, balanceAfter: 0 },
    ]);
    expect((await ok('appUser', 'getLedger', {})).list[0]).toMatchObject({ userNote: '应用7' });
    expect(await counted()).toBe(1);
  });

  it('is paid and counted once, however often it is reported', async () => {
    await credits(0, 10);
    const answers = await Promise.all(Array.from({ length: 5 }, () => use()));
    const [first] = answers;
    expect(first).toMatchObject({ code: 0, data: { costCredits: 2, credits: { gift: 8 } } });
    for (const { data } of answers) expect(data).toEqual(first!.data);
    await app(7, { costCredits: 4 });
    expect((await use()).data).toEqual(first!.data);
    expect(await lines()).toHaveLength(1);
    expect(await counted()).toBe(1);
    expect((await use({ id: 'app_0008' })).code).toBe(codes.repeated);
    expect((await use({ idemKey: 'another-use' })).data).toMatchObject({ credits: { gift: 4 } });
    expect(await counted()).toBe(2);
  });

  it.each([
    ['积分不足，可兑换激活码，或在小程序内购买', () => credits(1, 0), { costCredits: 2 }],
    ['价格已更新，请确认后再试', () => app(7, { costCredits: 3 }), { costCredits: 3 }],
    ['该应用不存在或已停用', () => app(7, { status: 'disabled' }), {}],
    ['账号已停用，请联系客服', () => set('users', USER, { status: 'disabled' }), {}],
    [
      '马上回来',
      () => set('settings', 'general', { maintenance: { on: true, message: '马上回来' } }),
      {},
    ],
  ])('is refused with “%s”, and takes and counts nothing', async (message, change, data) => {
    await credits(0, 10);
    await change();
    const { credits: before } = await one('users', USER);
    expect(await use({ expectCredits: 2 })).toMatchObject({ code: 40902, message, data });
    expect(await lines()).toEqual([]);
    expect((await one('users', USER))['credits']).toEqual(before);
    expect(await counted()).toBe(0);
  });

  it('that is free takes nothing, begins no account, and counts so often of one caller', async () => {
    const users = await rows('users');
    environment.USES_PER_CALLER = 3;
    for (let nth = 1; nth <= 5; nth += 1) {
      const { code, data } = await use({ id: 'app_0001', idemKey: `use-no-${nth}` }, inWechat(1));
      expect([code, data]).toMatchObject([0, { costCredits: 0 }]);
    }
    expect(await counted(1)).toBe(3);
    await use({ id: 'app_0001' }, inWechat(2));
    expect(await counted(1)).toBe(4);
    expect(await rows('users')).toHaveLength(users.length);
  });
});

describe('what is counted', () => {
  const click = (who?: object, id = 'qf_0001') => call('appUser', 'countClick', { id }, who);
  /** From test to test it goes on: the instance knows when it has written. */
  const HOUR = 3_600_000;
  const clicks = async () => (await one('quickFunctions', 'qf_0001'))['clickCount'];

  it('are uses of presets, by the tasks that are made with one', async () => {
    await set('templates', 'tpl_0001', { inputs: [{ ...photoInput, required: false }] });
    await set('templatePresets', 'pre_0002', { templateId: 'tpl_0001' });
    const order = () =>
      ok('appTask', 'createTask', {
        templateId: 'tpl_0001',
        presetId: 'pre_0002',
        inputs: {},
        idemKey: 'click-0001',
      });
    await order();
    await order();
    expect((await one('templatePresets', 'pre_0002'))['useCount']).toBe(1);
  });

  it('are clicks on quick functions, which no edit conflicts with', async () => {
    const { rev } = await one('quickFunctions', 'qf_0001');
    expect((await click(inWechat(3))).code).toBe(0);
    expect(await clicks()).toBe(1);
    expect((await one('quickFunctions', 'qf_0001')).rev).toBe(rev);
    expect((await click(inWechat(3), 'qf_none')).code).toBe(codes.notFound);
  });

  it('of anonymous callers is limited by their network, under whatever identity', async () => {
    environment.USES_PER_CALLER = 4;
    for (let at = 0; at < 9; at += 1) await click({ caller: visitorNo(at), ip: '198.51.100.9' });
    expect(await clicks()).toBe(4);
    vi.setSystemTime(Date.now() + HOUR);
    await click({ caller: visitorNo(1), ip: '198.51.100.9' });
    expect(await clicks()).toBe(5);
  });

  it('is written once for many, the first at once', async () => {
    environment.USES_WRITTEN_MS = 10_000;
    vi.setSystemTime(Date.now() + 2 * HOUR);
    for (let at = 10; at < 15; at += 1) await click(inWechat(at));
    expect(await clicks()).toBe(1);
    vi.setSystemTime(Date.now() + 10_000);
    await click(inWechat(15));
    expect(await clicks()).toBe(6);
  });

  it('is written when the time is over, where the instance lives on', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() + 3 * HOUR });
    environment.USES_WRITTEN_MS = 10_000;
    const { countUse } = await import('#cloudfunctions/_shared/counting/uses.ts');
    await countUse('quickFunctions', 'qf_0001');
    await countUse('quickFunctions', 'qf_0001');
    expect(await clicks()).toBe(1);
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await clicks()).toBe(2));
  });
});

describe('the first page', () => {
  // An address says until which second it is good.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  const firstPage = () => ok('appTemplate', 'getFirstPage', { pageSize: 5, version: '1.0.0' });

  it('is what its parts answer, each by its name, with the addresses of the pictures on it', async () => {
    const page = await firstPage();
    const { getSignedUrls, ...parts } = page;
    expect(parts).toEqual({
      getSettings: await ok('systemSettings', 'getSettings', { group: 'system' }),
      getTemplates: await ok('appTemplate', 'getTemplates', { pageSize: 5 }),
      getCategories: await ok('appTemplate', 'getCategories', {}),
      getHome: await ok('appTemplate', 'getHome', { version: '1.0.0' }),
    });
    const covers = parts.getTemplates.list.map(({ coverImage }) => `${coverImage}!thumbnail`);
    expect(covers).not.toEqual([]);
    const sources = getSignedUrls.list.map(({ src }) => src);
    expect(sources.slice(0, covers.length)).toEqual(covers);
    const { list } = await ok('imageService', 'getSignedUrls', { urls: sources });
    expect(getSignedUrls.list.map(({ url }) => url)).toEqual(list.map(({ url }) => url));
  });

  it('comes without addresses where storage does not answer', async () => {
    // The address of its picture may be remembered.
    await set('quickFunctions', 'qf_0001', { status: 'disabled' });
    await world.inject({ action: 'storage.batchGetDownloadUrl', times: 9, code: 'SYS_ERR' });
    const { getTemplates, getSignedUrls } = await firstPage();
    expect(getTemplates.list).not.toEqual([]);
    expect(getSignedUrls.list).toEqual([]);
  });

  it('lacks a damaged template alone', async () => {
    const [first, ...others] = (await firstPage()).getTemplates.list;
    await set('templates', first!._id, { name: 7 });
    const { getTemplates, getCategories } = await firstPage();
    expect(getTemplates.list.map(({ _id }) => _id)).toEqual(others.map(({ _id }) => _id));
    expect(JSON.stringify(getTemplates)).not.toContain('damaged');
    expect(getCategories.list).not.toEqual([]);
  });
});
