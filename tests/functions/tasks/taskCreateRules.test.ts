import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { photoInput } from '../../photoInput.ts';
import { someTask } from '../world/fixtures/people.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { visitorNo } from './engineRun.ts';
import { taskRecordsOf, USER } from './taskRecords.ts';
import { startTaskWorld } from './taskWorld.ts';

const engine = await startTaskWorld();
afterEach(() => engine.world.forgetInjections());
const { world, template, photo, without, run } = engine;
const { call, ok, set } = world;
const { about, limit, stored, user } = await taskRecordsOf(engine);
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { attempts } = await import('#cloudfunctions/_shared/base/rateLimit.ts');
const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');

type Who = Parameters<typeof call>[3];
const OPENID = 'custom:first_admin';
const wish = { templateId: 'tpl_0001', inputs: { photo } };
const attempt = (more: object = {}, who?: Who) =>
  call('appTask', 'createTask', { ...wish, ...more }, who);
const order = async (more: object = {}, who?: Who) =>
  stored((await ok('appTask', 'createTask', { ...wish, ...more }, who))._id);
const quote = (more: object = {}, who?: Who) =>
  ok('appTask', 'quote', { templateId: 'tpl_0001', ...more }, who);
const general = (values: object) => set('settings', 'general', values);
const limits = (task: object) => set('settings', 'system', { data: { task } });
const credits = (paid: number, gift: number, more: object = {}) =>
  set('users', USER, { credits: { paid, gift }, ...more });
/** All users can order it. */
const withoutPhoto = (more: object = {}) =>
  template({ inputs: [{ ...photoInput, required: false }], ...more });
const from = (at: number, ip: string): Who => ({ caller: visitorNo(at), ip });
/** The lane and turn of a task in its queue. */
const placeOf = ({ rank }: { rank?: string }) => rank?.split('_').slice(0, 2).join('_');
const place = (lane: 0 | 1, turn: number) => `${lane}_${String(turn).padStart(10, '0')}`;
const refused = (message: string, data: unknown = {}) => ({
  code: codes.stateNotAllowed,
  message,
  data,
});

describe('an order', () => {
  it('takes gifts before bought credits; task, balance and ledger say the same', async () => {
    const now = Date.now();
    await credits(100, 3, { paidValueFen: 1_000, lastActiveTime: 1 });
    await set('templatePresets', 'pre_0002', { templateId: 'tpl_0001', status: 'enabled' });
    await template({ costCredits: 13, timeoutSec: 90, averageSec: 31, largeMemory: true });
    await limits({ queueSec: 77 });
    const before = await user();
    const task = await order({ presetId: 'pre_0002', idemKey: 'click-0001', expectCredits: 13 });
    const { _id: id } = task;
    expect(task).toEqual({
      _id: id,
      rev: 1,
      createTime: now,
      updateTime: now,
      taskNo: expect.stringMatching(`^T${dayOf(now)}\\d{8}$`) as string,
      grams: [task.taskNo.toLowerCase(), task.taskNo.slice(-4)],
      userId: USER,
      openid: OPENID,
      visibleTo: OPENID,
      templateId: 'tpl_0001',
      templateSnap: { name: '模板1', engine: 'workflow', rev: 1 },
      presetId: 'pre_0002',
      inputs: [{ key: 'photo', type: 'image', value: null, filePath: photo }],
      nodeInfoList: [{ nodeId: '12', fieldName: 'image', fieldValue: '', filePath: photo }],
      pool: 'default',
      slot: id,
      slotKey: '',
      rank: `0_0000000000_${now}_${id}`,
      plan: {
        workflowId: '1234567890123456789',
        webappId: '',
        outputType: 'image',
        largeMemory: true,
        timeoutSec: 90,
        queueSec: 77,
        averageSec: 31,
      },
      costCredits: 13,
      held: { gift: 3, paid: 10 },
      valueFen: 100,
      isFree: false,
      freeDay: '',
      isTrial: false,
      isRefunded: false,
      refundReason: '',
      status: 'created',
      progress: 0,
      apiKeyId: '',
      rhTaskId: '',
      attempts: 0,
      queueTime: null,
      submitTime: null,
      startTime: null,
      finishTime: null,
      uploads: {},
      sentTime: 0,
      silent: 0,
      polls: 0,
      results: [],
      outputs: [],
      orderId: '',
      paidFen: 0,
      inReview: false,
      review: null,
      coins: 0,
      costSec: 0,
      errorCode: '',
      errorText: '',
      errorRaw: '',
      cancelReason: '',
      userNote: '',
      rating: null,
      removed: [],
      retryOf: '',
      retriedBy: '',
      maybeCharged: false,
      erasedTime: null,
      nextPollTime: now,
      deadline: now + 77_000,
      history: [{ time: now, from: '', to: 'created', by: '用户', reason: '提交成功' }],
      intent: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    });
    expect(await user()).toEqual({
      ...before,
      rev: before.rev + 1,
      updateTime: now,
      credits: { paid: 90, gift: 0 },
      paidValueFen: 900,
      activeTasks: [id],
      lastActiveTime: now,
    });
    const line = {
      kind: 'consume',
      refType: 'task',
      refId: id,
      reason: '模板1',
      userNote: '模板1',
      operator: '',
      userId: USER,
      openid: OPENID,
      rev: 1,
      createTime: now,
      updateTime: now,
    };
    expect(await about('creditLedger', id)).toEqual([
      {
        _id: `${id}_hold_paid`,
        bucket: 'paid',
        delta: -10,
        valueFen: -100,
        balanceAfter: 90,
        ...line,
      },
      { _id: `${id}_hold_gift`, bucket: 'gift', delta: -3, balanceAfter: 0, ...line },
    ]);
    // A user who pays is known by that; the address is not counted.
    expect(await limit(`tasks of known from ${world.home}`)).toBeNull();
    expect(await limit(`turn of ${world.home}`, 'default')).toBeNull();
  });

  it('answers the same to a repetition, also once nothing can be ordered, and is paid for once', async () => {
    await template({ costCredits: 5 });
    const first = await order({ idemKey: 'click-0001' });
    const before = await world.dump();
    expect((await order({ idemKey: 'click-0001', expectCredits: 5 }))._id).toBe(first._id);
    const other = { inputs: {}, idemKey: 'click-0001' };
    expect((await attempt(other)).code).toBe(codes.repeated);
    expect(await world.dump()).toBe(before);
    await general({ maintenance: { on: true, message: '马上回来' } });
    expect((await order({ idemKey: 'click-0001' }))._id).toBe(first._id);
    await general({ maintenance: { on: false } });
    expect((await attempt({ idemKey: 'click-0002' })).code).toBe(0);
  });

  it('that many clicks make at once is counted once, and one of them that asks for something else is refused', async () => {
    await template({ costCredits: 0 });
    await credits(0, 0);
    await limits({ maxPerUser: 1 });
    const clicks = await Promise.all([
      attempt({ idemKey: 'click-0001' }),
      attempt({ idemKey: 'click-0001' }),
      attempt({ idemKey: 'click-0001' }),
    ]);
    expect(new Set(clicks.map(({ code, data }) => JSON.stringify([code, data]))).size).toBe(1);
    expect(await limit(`tasks of known from ${world.home}`)).toMatchObject({ count: 1 });
    expect(await limit(`turn of ${world.home}`, 'default')).toMatchObject({ count: 0 });
    await limits({ maxPerUser: 9 });
    await withoutPhoto();
    const others = await Promise.all([
      attempt({ idemKey: 'click-0002', inputs: {} }),
      attempt({ idemKey: 'click-0002' }),
    ]);
    expect(others.map(({ code }) => code).sort()).toEqual([0, codes.repeated]);
    expect(await limit(`tasks of known from ${world.home}`)).toMatchObject({ count: 2 });
  });

  it('without a key is another one each time', async () => {
    await limits({ maxPerUser: 9 });
    const orders = [await order(), await order()];
    expect(new Set(orders.map(({ _id }) => _id)).size).toBe(2);
    expect(orders.every(one => !('intent' in one))).toBe(true);
    expect((await user()).activeTasks).toEqual(orders.map(({ _id }) => _id));
  });

  it('of a user who is banned while it is stored is refused, and nothing is taken', async () => {
    await template({ costCredits: 5 });
    forOneTest(vi.spyOn(tasks, 'count')).mockImplementationOnce(async () => {
      await set('users', USER, { status: 'disabled' });
      return 0;
    });
    expect((await attempt()).code).toBe(codes.stateNotAllowed);
    expect(await user()).toMatchObject({ credits: { paid: 5_000, gift: 500 } });
    expect((await user()).activeTasks ?? []).toEqual([]);
  });

  it('that the balance cannot pay is refused with its price, and so is another price than the one shown', async () => {
    await template({ costCredits: 13 });
    await credits(10, 3);
    const before = await world.dump();
    expect(await attempt({ expectCredits: 12 })).toMatchObject(
      refused('价格已更新，请确认后再试', { costCredits: 13 }),
    );
    await credits(9, 3);
    expect(await attempt()).toMatchObject(
      refused('积分不足，可兑换激活码，或在小程序内购买', { costCredits: 13 }),
    );
    await credits(10, 3);
    expect(await world.dump()).toBe(before);
    expect(await order()).toMatchObject({ held: { paid: 10, gift: 3 } });
  });

  it('of a first visit begins the account', async () => {
    await withoutPhoto({ costCredits: 0 });
    const task = await order({ inputs: {} }, from(7, '198.51.100.7'));
    expect(await user(task.userId)).toMatchObject({
      openid: 'anon:anonymous7',
      activeTasks: [task._id],
    });
    expect(task.openid).toBe('anon:anonymous7');
  });
});

describe('a free task of the day', () => {
  it('costs nothing, and is the last one of as many as the setting says', async () => {
    const now = Date.now();
    const day = dayOf(now);
    await template({ costCredits: 5 });
    await general({ dailyFreeTasks: 2 });
    await set('users', USER, { freeTasks: { day, used: 1 } });
    const before = await user();
    expect(await quote()).toMatchObject({ freeLeft: 1, costCredits: 0, lane: 'paid' });
    const task = await order({ expectCredits: 0 });
    expect(task).toMatchObject({
      isFree: true,
      freeDay: day,
      costCredits: 0,
      held: { paid: 0, gift: 0 },
      valueFen: 0,
    });
    expect(await user()).toEqual({
      ...before,
      rev: before.rev + 1,
      updateTime: now,
      paidValueFen: 0,
      activeTasks: [task._id],
      lastActiveTime: now,
      freeTasks: { day, used: 2 },
    });
    expect(await about('creditLedger', task._id)).toEqual([]);
    const usual = await order();
    expect(usual).toMatchObject({ isFree: false, freeDay: '', costCredits: 5 });
    expect((await user()).freeTasks).toEqual({ day, used: 2 });
  });

  it('is none where more were taken than there are, and is not what was taken on another day', async () => {
    const day = dayOf(Date.now());
    await template({ costCredits: 5 });
    await general({ dailyFreeTasks: 2 });
    await set('users', USER, { freeTasks: { day, used: 4 } });
    expect(await quote()).toMatchObject({ freeLeft: 0, costCredits: 5 });
    expect(await order({ expectCredits: 5 })).toMatchObject({ isFree: false });
    await set('users', USER, { freeTasks: { day: '20260101', used: 9 } });
    expect(await quote()).toMatchObject({ freeLeft: 2, costCredits: 0 });
    expect(await order({ expectCredits: 0 })).toMatchObject({ isFree: true });
    expect((await user()).freeTasks).toEqual({ day, used: 1 });
  });

  it('is taken by one of two orders at once', async () => {
    await template({ costCredits: 5 });
    await general({ dailyFreeTasks: 1 });
    const both = await Promise.all([order(), order()]);
    expect(both.map(({ costCredits }) => costCredits).sort()).toEqual([0, 5]);
  });
});

describe('the price that is asked for', () => {
  it('is answered with all that decides about an order', async () => {
    await template({ costCredits: 5, averageSec: 31 });
    await general({ dailyFreeTasks: 0 });
    await limits({ maxPerUser: 7 });
    await order();
    expect(await quote()).toEqual({
      costCredits: 5,
      freeLeft: 0,
      credits: { paid: 5_000, gift: 495 },
      running: 1,
      mostRunning: 7,
      queueAhead: 0,
      lane: 'paid',
      averageSec: 31,
      refusal: '',
      stop: '',
      priceFen: null,
    });
    await credits(4, 9);
    expect(await quote()).toMatchObject({ lane: 'free' });
    await credits(5, 9);
    expect(await quote()).toMatchObject({ lane: 'paid' });
    await template({ costCredits: 10 });
    // It takes one of the bought ones.
    expect(await quote()).toMatchObject({ lane: 'paid' });
  });

  it.each([
    [
      'the service is closed',
      () => general({ visitor: { enabled: false } }),
      '请在微信小程序中使用',
    ],
    [
      'no key of its pool is in use',
      () => Promise.all([without('key_0001'), without('key_0002')]),
      '该模板暂停服务，请稍后再试',
    ],
    ['it is for members', () => template({ vipOnly: true }), '该模板仅限会员使用'],
  ])(
    'comes with the reason where %s, and the order is refused with it',
    async (_why, change, sentence) => {
      await change();
      const before = await world.dump();
      expect(await quote()).toMatchObject({ refusal: sentence });
      expect(await attempt()).toMatchObject(refused(sentence));
      expect(await world.dump()).toBe(before);
    },
  );

  it('comes without one for a member', async () => {
    await template({ vipOnly: true });
    await set('users', USER, { packageId: 'pkg_0005', packageExpireTime: Date.now() + DAY_MS });
    expect(await quote()).toMatchObject({ refusal: '' });
    expect(await order()).toMatchObject({ status: 'created' });
  });
});

describe('what is not offered', () => {
  const preset = (more: object) =>
    set('templatePresets', 'pre_0002', {
      templateId: 'tpl_0001',
      status: 'enabled',
      needsReview: false,
      ...more,
    });

  it.each([
    ['a draft', { status: 'draft' }],
    ['a template that was taken offline', { status: 'offline' }],
    ['a template without a name', { name: '' }],
    ['a template without a cover', { coverImage: '' }],
    ['a template without a workflow', { workflowId: '' }],
  ])('is refused: %s', async (_what, fields) => {
    await template(fields);
    for (const answer of [
      await call('appTask', 'quote', { templateId: 'tpl_0001' }),
      await attempt(),
    ])
      expect(answer).toMatchObject(refused('该模板已下线'));
  });

  it('is refused: a template that does not exist', async () => {
    expect(await attempt({ templateId: 'tpl_9999' })).toMatchObject(refused('该模板已下线'));
  });

  it.each([
    ['is switched off', { status: 'disabled' }],
    ['is of another template', { templateId: 'tpl_0002' }],
    ['no longer fits the inputs', { needsReview: true }],
  ])('is refused: a preset that %s', async (_what, fields) => {
    await preset({});
    expect(await quote({ presetId: 'pre_0002' })).toMatchObject({ refusal: '' });
    await preset(fields);
    const refusal = refused('所选风格已停用，请重新选择');
    expect(await attempt({ presetId: 'pre_0002' })).toMatchObject(refusal);
    expect(await attempt({ presetId: 'pre_9999' })).toMatchObject(refusal);
  });
});

describe('an order that is refused or fails', () => {
  const address = '198.51.100.9';
  const visitor = from(9, address);
  const left = async () => [
    (await limit('tasks anon:anonymous9'))?.['count'] ?? 0,
    (await limit(`tasks from ${address}`))?.['count'] ?? 0,
    (await limit(`turn of ${address}`, 'default'))?.['count'] ?? null,
  ];
  const free = () => withoutPhoto({ costCredits: 0 });

  it('counts neither for its visitor nor for their address', async () => {
    await free();
    await order({ inputs: {} }, visitor);
    expect(await left()).toEqual([1, 1, 0]);
    expect((await attempt({ inputs: {}, expectCredits: 9 }, visitor)).code).toBe(40902);
    expect(await left()).toEqual([1, 1, 0]);
    await world.inject({ action: 'database.commitTransaction', code: 'SYS_ERR', times: 5 });
    expect((await attempt({ inputs: {} }, visitor)).code).toBe(codes.internal);
    expect(await left()).toEqual([1, 1, 0]);
  });

  it('because of the address does not count for its visitor, and the other way round', async () => {
    await free();
    await limits({ addressDaily: 1, anonymousDaily: 1, maxPerUser: 9 });
    await order({ inputs: {} }, from(8, address));
    const refusal = { code: codes.tooOften };
    expect(await attempt({ inputs: {} }, visitor)).toMatchObject({
      ...refusal,
      message: '当前网络今日制作次数过多，请明天再试',
    });
    expect(await left()).toEqual([0, 1, 0]);
    await order({ inputs: {} }, from(9, '198.51.100.10'));
    expect(await attempt({ inputs: {} }, visitor)).toMatchObject({
      ...refusal,
      message: '今日制作次数已用完，请明天再试',
    });
    expect(await left()).toEqual([1, 1, 0]);
  });

  it('because the terms are not agreed to takes nothing, also where no photo is needed', async () => {
    await free();
    expect(await attempt({ inputs: {} }, { ...visitor!, agrees: false })).toMatchObject({
      code: codes.stateNotAllowed,
      data: { needsAgreement: true },
    });
    expect(await left()).toEqual([0, 0, null]);
  });

  it('because counting fails is not said to be one too many', async () => {
    await free();
    await engine.world.account(visitor!);
    const first = forOneTest(vi.spyOn(attempts, 'insertUnlessThere'));
    const next = forOneTest(vi.spyOn(attempts, 'compareAndSet'));
    const broken = new Error('the database does not answer');
    const failed = async () => (await attempt({ inputs: {} }, visitor)).code;
    first.mockRejectedValueOnce(broken);
    expect(await failed()).toBe(codes.internal);
    expect(await left()).toEqual([0, 0, null]);
    // Of the address, beside the user's own.
    next.mockRejectedValueOnce(broken);
    expect(await failed()).toBe(codes.internal);
    expect(await left()).toEqual([0, 0, null]);
  });

  it('is counted for known users only where it takes nothing that they have bought', async () => {
    const known = `tasks of known from ${world.home}`;
    await limits({ maxPerUser: 9 });
    await template({ costCredits: 5 });
    await credits(100, 4);
    await order();
    expect(await limit(known)).toBeNull();
    await credits(100, 5);
    await order();
    expect(await limit(known)).toMatchObject({ count: 1 });
    // An anonymous user is counted, whatever they pay.
    await withoutPhoto({ costCredits: 5 });
    await set('users', await world.account(visitor!), { credits: { paid: 100, gift: 0 } });
    expect(await order({ inputs: {} }, visitor)).toMatchObject({ held: { paid: 5, gift: 0 } });
    expect((await left()).slice(0, 2)).toEqual([1, 1]);
  });
});

describe('the turn of an order', () => {
  it('is the next one of its address where it is free, and later for each other task of its user', async () => {
    await withoutPhoto({ costCredits: 0 });
    await limits({ maxPerUser: 9 });
    const [a, b] = ['198.51.100.1', '198.51.100.2'];
    const free = async (who: Who) => placeOf(await order({ inputs: {} }, who));
    expect(await free(from(1, a))).toBe(place(1, 0));
    expect(await free(from(2, a))).toBe(place(1, 1));
    expect(await free(from(3, b))).toBe(place(1, 0));
    // The user has one already, from another address.
    expect(await free(from(3, '198.51.100.3'))).toBe(place(1, 1));
    expect(await free(from(2, b))).toBe(place(1, 1));
    expect(await limit(`turn of ${a}`, 'default')).toMatchObject({ count: 1 });
  });

  it('is of a network, whichever of its addresses asks', async () => {
    await withoutPhoto({ costCredits: 0 });
    const [one, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'];
    for (const key of ['key_0001', 'key_0002'])
      await set('apiKeys', key, { restUntil: Date.now() + DAY_MS });
    for (const at of [1, 2]) await order({ inputs: {} }, from(at, one));
    await order({ inputs: {} }, from(3, '198.51.100.3'));
    await order({ inputs: {} }, from(4, '198.51.100.3'));
    await run();
    const { queueAhead } = await quote({}, from(5, other));
    const task = await order({ inputs: {} }, from(5, other));
    expect(placeOf(task)).toBe(place(1, 2));
    expect(queueAhead).toBe(4);
  });

  it('is in the lane of those who pay one for each task of their own', async () => {
    await limits({ maxPerUser: 9 });
    expect(placeOf(await order())).toBe(place(0, 0));
    expect(placeOf(await order())).toBe(place(0, 1));
    expect(await limit(`turn of ${world.home}`, 'default')).toBeNull();
  });

  it('follows the last one that was made in its lane and pool', async () => {
    await withoutPhoto({ costCredits: 0 });
    await limits({ maxPerUser: 9 });
    const made = (at: number, rank: string, more: object = {}) =>
      someTask(at, 'succeeded', { pool: 'default', rank, visibleTo: '', ...more });
    await world.insert('tasks', [
      made(71, `${place(1, 7)}_1_x`),
      made(72, `${place(0, 30)}_1_x`),
      made(73, `${place(1, 50)}_1_x`, { pool: 'video' }),
      made(74, `${place(1, 60)}_1_x`, { status: 'failed' }),
    ]);
    const who = from(1, '198.51.100.1');
    expect(placeOf(await order({ inputs: {} }, who))).toBe(place(1, 8));
    expect(placeOf(await order({ inputs: {} }, who))).toBe(place(1, 9));
    expect(placeOf(await order({ inputs: {} }, from(2, '198.51.100.1')))).toBe(place(1, 10));
    expect(placeOf(await order({ inputs: {} }))).toBe(place(0, 31));
  });
});

describe('a queue that is full', () => {
  it('lets nobody of its lane and pool in, and all others', async () => {
    const before = environment.TASK_QUEUE_MOST;
    environment.TASK_QUEUE_MOST = 2;
    onTestFinished(() => void (environment.TASK_QUEUE_MOST = before));
    await withoutPhoto({ costCredits: 0 });
    const waiting = (at: number, more: object) =>
      someTask(at, 'queued', { pool: 'default', rank: `${place(1, 0)}_1_${at}`, ...more });
    await world.insert('tasks', [
      waiting(81, {}),
      waiting(82, { status: 'running' }),
      waiting(83, { pool: 'video' }),
      waiting(84, { rank: `${place(0, 0)}_1_84` }),
    ]);
    const who = from(1, '198.51.100.1');
    expect((await attempt({ inputs: {} }, who)).code).toBe(0);
    await world.insert('tasks', [waiting(85, {})]);
    expect(await attempt({ inputs: {} }, who)).toMatchObject({
      code: codes.tooOften,
      message: '排队人数过多，请稍后再试',
    });
    expect((await attempt({ inputs: {} })).code).toBe(0);
  });
});
