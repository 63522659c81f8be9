import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { normaliseCode } from '#contract/codeText.ts';
import { exampleCodes } from '../../../scripts/demo/codes.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld({ TURN_WAIT_MS: 20_000 });
const { call, ok, one, rows, set } = world;
const { activationCodes, batches } = await import('#cloudfunctions/_shared/codes/codes.ts');
beforeEach(() => world.reset());
afterEach(async () => {
  await world.forgetInjections();
  vi.useRealTimers();
});

const DAY = 86_400_000;
const [good] = exampleCodes as [string];
const CODE = 'bat_0001_00004';
const USER = 'usr_0002';
const visitor = { caller: { TCB_UUID: '2', WX_OPENID: `o${'2'.padStart(27, 'x')}` } };
const redeem = (code = good) => call('appUser', 'redeemCode', { code }, visitor);

const batchIs = (change: object) => set('activationBatches', 'bat_0001', change);
const userIs = (change: object) => set('users', USER, change);

/** A batch of the wanted kind, and one of its codes. */
const fresh = async (more: object) => {
  const batch = await ok('adminActivationCode', 'createBatch', {
    name: '新批次',
    quantity: 1,
    ...more,
  });
  const about = { id: batch._id, reason: '测试' };
  const { list } = await ok('adminActivationCode', 'exportBatch', about);
  return { batch, code: list[0]!.code };
};
/** Why the last code was refused. */
const reason = async () =>
  (await rows('userLogs')).filter(({ type }) => type === 'redeem').at(-1)?.['detail'];

describe('a new code', () => {
  it('is stored unused, with what its batch says and without its text', async () => {
    const expireTime = Date.now() + 10 * DAY;
    const { batch, code } = await fresh({ credits: 1, expireTime });
    const text = normaliseCode(code);
    const stored = await one('activationCodes', `${batch._id}_00001`);
    expect(stored).toMatchObject({
      batchId: batch._id,
      serial: 1,
      status: 'unused',
      expireTime,
      usedBy: null,
      usedTime: null,
      ledgerId: '',
      disableReason: '',
      tail: text.slice(-4),
      codeMask: `${code.slice(0, 4)}-****-****-${code.slice(-4)}`,
    });
    expect(JSON.stringify(stored)).not.toContain(text);
  });
});

describe('what a code gives', () => {
  it('is written down with the code, its batch and the administrator who redeems for the user', async () => {
    const { batch, code } = await fresh({ packageId: 'pkg_0007' });
    const now = Date.now();
    vi.setSystemTime(now);
    const data = { code, userId: USER, reason: '不会输入' };
    const redeemed = await ok('adminActivationCode', 'redeemForUser', data);
    const end = now + 365 * DAY;
    const id = `${batch._id}_00001`;
    expect(redeemed).toEqual({
      codeId: id,
      credits: 5_500,
      packageName: '年度会员',
      packageExpireTime: end,
    });
    const lines = (await rows('creditLedger')).filter(({ refId }) => refId === id);
    const line = (bucket: string, delta: number) => ({
      _id: `code_${id}_${bucket}`,
      kind: 'code',
      bucket,
      delta,
      refType: 'activationCode',
      reason: '新批次',
      operator: '测试管理员',
      userId: USER,
    });
    expect(lines).toMatchObject([line('paid', 5_000), line('gift', 500)]);
    expect(await one('activationCodes', id)).toMatchObject({
      status: 'used',
      usedTime: now,
      usedBy: { userId: USER, nickName: '用户2' },
      ledgerId: `code_${id}_paid`,
      grantedUntil: end,
    });
    expect(await one('users', USER)).toMatchObject({
      packageId: 'pkg_0007',
      packageName: '年度会员',
      packageExpireTime: end,
      redeemed: { [batch._id]: 1 },
      credits: { paid: 10_000, gift: 1_000 },
    });
    expect(await one('activationBatches', batch._id)).toMatchObject({
      counts: { unused: 0, used: 1 },
    });
    expect((await rows('userLogs')).filter(({ refId }) => refId === id)).toMatchObject([
      {
        type: 'redeem',
        title: '兑换成功',
        detail: '新批次',
        refType: 'activationCode',
        operator: '测试管理员',
        userId: USER,
      },
    ]);
    expect((await rows('auditLogs')).filter(({ resourceId }) => resourceId === id)).toMatchObject([
      {
        action: 'redeemForUser',
        resource: 'activationCode',
        reason: '不会输入',
        diff: [
          { path: 'status', from: 'unused', to: 'used' },
          { path: 'usedBy', from: null, to: USER },
        ],
      },
    ]);
    expect(await ok('adminActivationCode', 'redeemForUser', data)).toEqual(redeemed);
    const another = { ...data, userId: 'usr_0003' };
    expect(await call('adminActivationCode', 'redeemForUser', another)).toMatchObject({
      code: 40902,
      message: '无法兑换：已被使用',
    });
  });

  it('has no operator where the user redeems it, and is in no audit row', async () => {
    const audited = (await rows('auditLogs')).length;
    expect((await redeem()).data).toMatchObject({ credits: 100, packageExpireTime: null });
    const lines = (await rows('creditLedger')).filter(({ refId }) => refId === CODE);
    expect(lines).toMatchObject([{ bucket: 'paid', operator: '' }]);
    expect((await rows('userLogs')).filter(({ refId }) => refId === CODE)).toMatchObject([
      { operator: '' },
    ]);
    expect((await rows('auditLogs')).length).toBe(audited);
    expect((await rows('counters')).map(({ figures }) => figures)).toContainEqual({
      redeemedCodes: 1,
    });
  });

  it('is counted for each batch and each user', async () => {
    await batchIs({ perUserLimit: 5 });
    await userIs({ redeemed: { bat_0001: 2, bat_9999: 3 } });
    await redeem();
    expect((await one('users', USER))['redeemed']).toEqual({ bat_0001: 3, bat_9999: 3 });
  });

  it('prolongs a membership of the same package from its end, while that is to come', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    const { code } = await fresh({ packageId: 'pkg_0005' });
    await userIs({ packageId: 'pkg_0005', packageExpireTime: now + 5 * DAY });
    expect((await redeem(code)).data).toMatchObject({ packageExpireTime: now + 36 * DAY });
  });

  it('prolongs a membership that has ended from now on', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    const { code } = await fresh({ packageId: 'pkg_0005' });
    await userIs({ packageId: 'pkg_0005', packageExpireTime: now - 5 * DAY });
    expect((await redeem(code)).data).toMatchObject({ packageExpireTime: now + 31 * DAY });
  });

  it('is no membership where its package has no days', async () => {
    const { code } = await fresh({ packageId: 'pkg_0002' });
    const before = await one('users', USER);
    expect((await redeem(code)).data).toMatchObject({ credits: 210, packageExpireTime: null });
    const { packageId, packageExpireTime } = await one('users', USER);
    expect({ packageId, packageExpireTime }).toEqual({
      packageId: before['packageId'],
      packageExpireTime: before['packageExpireTime'],
    });
  });

  it('is a membership of one day where its package has one', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    const { batch, code } = await fresh({ packageId: 'pkg_0005' });
    await set('activationBatches', batch._id, { days: 1 });
    expect((await redeem(code)).data).toMatchObject({ packageExpireTime: now + DAY });
  });
});

describe('a code', () => {
  it('is good from the first to the last moment of its batch', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    await batchIs({ validFrom: now + 1 });
    expect((await redeem()).code).toBe(40902);
    expect(await reason()).toBe('未到生效时间');
    await batchIs({ validFrom: 0, expireTime: now - 1 });
    expect((await redeem()).code).toBe(40902);
    expect(await reason()).toBe('已过期');
    await batchIs({ validFrom: now, expireTime: now });
    expect((await redeem()).code).toBe(0);
  });

  it('is refused while its batch is being disabled', async () => {
    const job = { kind: 'disable', done: 0, total: 1, startTime: 1, reason: '停用' };
    await batchIs({ job });
    expect((await redeem()).code).toBe(40902);
    expect(await reason()).toBe('批次正在作废');
    await batchIs({ job: { ...job, kind: 'extend' } });
    expect((await redeem()).code).toBe(0);
  });

  it('is refused without its batch', async () => {
    await set('activationCodes', CODE, { batchId: 'bat_none' });
    expect((await redeem()).code).toBe(40902);
    expect(await reason()).toBe('批次未启用');
  });

  it('is refused with the reason of its state, and the code is named to support', async () => {
    for (const [status, why] of [
      ['used', '已被使用'],
      ['disabled', '已作废'],
      ['expired', '已过期'],
    ] as const) {
      await set('activationCodes', CODE, { status });
      expect((await redeem()).code).toBe(40902);
      expect(await reason()).toBe(why);
    }
    expect((await rows('userLogs')).at(-1)).toMatchObject({ refId: CODE });
  });

  it('is refused to a user who has had as many of its batch as allowed, and to no other', async () => {
    await batchIs({ perUserLimit: 2 });
    await userIs({ redeemed: { bat_0001: 2 } });
    expect((await redeem()).code).toBe(40902);
    expect(await reason()).toBe('超过每人限兑次数');
    await userIs({ redeemed: { bat_0001: 1 } });
    expect((await redeem()).code).toBe(0);
  });
});

describe('while others are at a code', () => {
  const commit = { action: 'database.commitTransaction', code: 'CONN_ERROR', times: 4 } as const;
  /** How many transactions the work begins. */
  const transactionsOf = async (work: () => Promise<unknown>) => {
    const handled = forOneTest(vi.spyOn(world.emulator.database, 'handle'));
    await work();
    return handled.mock.calls.filter(([action]) => action === 'database.startTransaction').length;
  };
  /** The pauses between two looks at what has become of it, which end at once. */
  const pausesOf = async (work: () => Promise<unknown>) => {
    const known = [200, 400, 800, 1_600, 3_200];
    const pauses: number[] = [];
    const usual = globalThis.setTimeout;
    const timers = vi.spyOn(globalThis, 'setTimeout');
    forOneTest(timers).mockImplementation(((done: () => void, ms = 0) => {
      if (known.includes(ms)) pauses.push(ms);
      return usual(done, known.includes(ms) ? 0 : ms);
    }) as typeof setTimeout);
    await work();
    return pauses;
  };
  /** Between finding the code and the transaction. */
  const meanwhile = (does: () => Promise<unknown>) => {
    const find = activationCodes.find;
    forOneTest(vi.spyOn(activationCodes, 'find')).mockImplementationOnce(async (...given) => {
      const found = await find(...given);
      await does();
      return found;
    });
  };
  const another = { status: 'used', usedBy: { userId: 'usr_0003', nickName: '' } };

  it('one that is gone is refused without a transaction', async () => {
    await set('activationCodes', CODE, another);
    expect(await transactionsOf(redeem)).toBe(0);
    expect(await reason()).toBe('已被使用');
  });

  it('one that goes to another meanwhile is refused', async () => {
    meanwhile(() => set('activationCodes', CODE, { ...another, rev: 2 }));
    expect((await redeem()).code).toBe(40902);
    expect(await reason()).toBe('已被使用');
  });

  it('one that is removed is unknown', async () => {
    meanwhile(() => world.remove('activationCodes', { _id: CODE }));
    expect((await redeem()).code).toBe(40902);
    expect(await reason()).toBe('激活码不存在');
  });

  it('a user who is removed gets nothing', async () => {
    meanwhile(() => world.remove('users', { _id: USER }));
    expect((await redeem()).code).toBe(40902);
    expect((await one('activationCodes', CODE))['status']).toBe('unused');
  });

  it('one look is enough after a refusal', async () => {
    await userIs({ redeemed: { bat_0001: 1 } });
    expect(await pausesOf(redeem)).toEqual([]);
    expect(await reason()).toBe('超过每人限兑次数');
  });

  it('after a failure it is looked at five times, later and later', async () => {
    await world.inject(commit);
    expect(await pausesOf(async () => expect((await redeem()).code).toBe(50001))).toEqual([
      200, 400, 800, 1_600,
    ]);
    expect((await one('activationCodes', CODE))['status']).toBe('unused');
  });

  it('a failure is a success for whom it went to in the end', async () => {
    await world.inject(commit);
    const get = activationCodes.get;
    let looks = 0;
    forOneTest(vi.spyOn(activationCodes, 'get')).mockImplementation(async id => {
      looks += 1;
      if (looks === 2) {
        const usedBy = { userId: USER, nickName: '' };
        await set('activationCodes', CODE, { status: 'used', usedBy });
      }
      return get(id);
    });
    const { data } = await redeem();
    expect(looks).toBe(2);
    // Codes redeemed before it was stored do not say it.
    expect(data).toEqual({ credits: 100, packageName: '', packageExpireTime: null });
  });

  it('a failure is a refusal for all others', async () => {
    await world.inject(commit);
    const get = activationCodes.get;
    forOneTest(vi.spyOn(activationCodes, 'get')).mockImplementation(async id => {
      await set('activationCodes', CODE, another);
      return get(id);
    });
    expect((await redeem()).code).toBe(40902);
    expect(await reason()).toBe('已被使用');
  });

  it('it is redeemed though the figures of its batch cannot be changed', async () => {
    forOneTest(vi.spyOn(batches, 'note')).mockRejectedValue(new Error('refused'));
    expect((await redeem()).code).toBe(0);
    expect(world.errors.join()).toContain('codes not counted');
  });
});
