import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import type { StoredCompensation } from '#cloudfunctions/_shared/compensations/records.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import { APPROVAL_MS } from '#contract/approval.ts';
import type { Compensation } from '#contract/compensation.ts';
import type { Package } from '#contract/package.ts';
import { commerceOf } from '../orders/commerce.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob, runJob } from '../world/runJob.ts';

const world = await startWorld();
const { call, ok, rows, set, someAdmin } = world;
let token = (await world.reset()).token;
let asking = '';
let another = '';
const { order, refund, newOrder, newRefund, submissions } = commerceOf(world);

const rights = [
  'orders.read',
  'orders.refund',
  'users.read',
  'users.credits',
  'approvals.read',
  'compensations.read',
  'compensations.write',
  'approvals.decide',
];
const limits = { refundLimitFen: 300, refundDayFen: 500, creditLimit: 50, creditDayLimit: 120 };
beforeEach(async () => {
  ({ token } = await world.reset());
  await set('roles', 'role_0001', { rights, ...limits });
  ({ token: asking } = await someAdmin({ role: 'role_0001', nickName: '小林' }));
  ({ token: another } = await someAdmin({ role: 'role_0001', nickName: '小吴' }));
});

const askRefund = async (id: string, amountFen = 400, more: object = {}) =>
  ok(
    'adminOrder',
    'processRefund',
    { id, amountFen, reasonCode: '其他', reason: '用户申请', ...more },
    { token: asking },
  );
const approvalFor = async (subjectId: string) => {
  const found = ((await rows('approvals')) as unknown as StoredApproval[]).filter(
    row => row.subjectId === subjectId && !row._id.startsWith('credits_0'),
  );
  expect(found).toHaveLength(1);
  return found[0]!;
};
const approve = (id: string, of = token) =>
  call('adminOrder', 'approveRequest', { id }, { token: of });
const decline = (id: string, of = token) =>
  call('adminOrder', 'declineRequest', { id, note: '不符合规则' }, { token: of });
const userOf = (id: string) => world.one<StoredUser>('users', id);
const giftOf = async (id: string) => (await userOf(id)).credits.gift;
const adjust = (delta: number, more: object = {}, of = asking) =>
  ok(
    'adminUser',
    'adjustCredits',
    { id: 'usr_0002', bucket: 'gift', delta, reason: '补偿', ...more },
    { token: of },
  );

describe('a refund above the limits of a role', () => {
  it('waits with its money reserved, is not sent meanwhile, and is sent once it is approved', async () => {
    const { _id } = await newOrder();
    const waiting = await askRefund(_id);
    // Also a version that knows of no approval finds nothing to do about it.
    const left = { nextQueryTime: null, outcomeUnknown: false };
    expect(waiting).toMatchObject({ status: 'created', approval: 'waiting', ...left });
    expect(await order(_id)).toMatchObject({ refundingFen: 400, openRefundId: waiting._id });
    for (const action of ['syncRefund', 'retryRefund'] as const)
      expect((await call('adminOrder', action, { id: waiting._id })).code).toBe(40902);
    await finishJob(world, 'refunds');
    expect(submissions()).toHaveLength(0);

    const { _id: id, ...request } = await approvalFor(waiting._id);
    expect(request).toMatchObject({
      kind: 'refund',
      amount: 400,
      limit: '超过每笔 ¥3.00 的退款上限',
      reason: '其他，用户申请',
      askedBy: '小林',
      status: 'waiting',
    });
    expect(await approve(id)).toMatchObject({
      code: 0,
      data: { status: 'approved', decidedBy: '测试管理员' },
    });
    expect(submissions()).toHaveLength(1);
    expect(await refund(waiting._id)).toMatchObject({ approval: 'approved', applyBy: '小林' });
    expect((await refund(waiting._id)).status).not.toBe('created');
    expect((await approve(id)).code).toBe(40902);
    expect((await decline(id)).code).toBe(40902);
  });

  it('waits too when it is above what is refunded in a day', async () => {
    const orders = [await newOrder(), await newOrder(), await newOrder()];
    const [first, second] = orders;
    await askRefund(first!._id, 300);
    expect(await askRefund(second!._id, 201)).toMatchObject({ approval: 'waiting' });
    // What waits is not counted.
    expect(await askRefund(orders[2]!._id, 200)).toMatchObject({ approval: 'none' });
    expect((await approvalFor(`${(await order(second!._id)).openRefundId}`)).limit).toBe(
      '超过角色当天的上限：退款 5.00 元',
    );
  });

  it('says so in its preview', async () => {
    const { _id: id } = await newOrder();
    const preview = (amountFen: number) =>
      ok('adminOrder', 'previewRefund', { id, amountFen }, { token: asking });
    expect((await preview(300)).aboveLimit).toBe('');
    expect((await preview(301)).aboveLimit).toBe('超过每笔 ¥3.00 的退款上限');
    await askRefund((await newOrder())._id, 300);
    expect((await preview(200)).aboveLimit).toBe('');
    expect((await preview(201)).aboveLimit).toBe('超过角色当天的上限：退款 5.00 元');
  });

  it('gives everything back when it is declined', async () => {
    const before = await newOrder();
    const waiting = await askRefund(before._id);
    const { _id: id } = await approvalFor(waiting._id);
    expect(await decline(id)).toMatchObject({
      code: 0,
      data: { status: 'declined', note: '不符合规则' },
    });
    expect(await refund(waiting._id)).toMatchObject({ status: 'voided', approval: 'declined' });
    expect(await order(before._id)).toMatchObject({
      refundingFen: 0,
      openRefundId: '',
      refundStatus: 'none',
      clawedBack: before.clawedBack,
    });
    await finishJob(world, 'refunds');
    expect(submissions()).toHaveLength(0);
    expect((await approve(id)).code).toBe(40902);
    expect((await call('adminOrder', 'syncRefund', { id: waiting._id })).code).toBe(40902);
  });

  it('is withdrawn by its maker, and by nobody else', async () => {
    const { _id } = await newOrder();
    const waiting = await askRefund(_id);
    const { _id: id } = await approvalFor(waiting._id);
    const withdraw = (of: string) => call('adminOrder', 'withdrawRequest', { id }, { token: of });
    expect((await withdraw(token)).code).toBe(40902);
    expect((await withdraw(asking)).data).toMatchObject({ status: 'withdrawn' });
    expect(await refund(waiting._id)).toMatchObject({ status: 'voided', approval: 'withdrawn' });
    expect((await order(_id)).refundingFen).toBe(0);
  });

  it('ends by itself when nobody decides in time', async () => {
    const { _id } = await newOrder();
    const waiting = await askRefund(_id);
    const { _id: id, createTime, expireTime } = await approvalFor(waiting._id);
    expect(expireTime - createTime).toBe(APPROVAL_MS);
    await set('approvals', id, { expireTime: Date.now() - 1 });
    expect((await approve(id)).message).toBe('申请已过期，请刷新查看');
    await finishJob(world, 'approvals');
    expect(await approvalFor(waiting._id)).toMatchObject({ status: 'expired' });
    expect(await refund(waiting._id)).toMatchObject({ status: 'voided', approval: 'expired' });
    expect((await order(_id)).openRefundId).toBe('');
  });

  it('is not reached by sending again what was refused before others were refunded', async () => {
    const { order: of, refund: failed } = await newRefund({
      status: 'request_failed',
      outcomeUnknown: false,
      reserved: false,
      amountFen: 200,
    });
    const retry = (by: string) =>
      call('adminOrder', 'retryRefund', { id: failed._id }, { token: by });
    await set('orders', of._id, { refundedFen: 101, openRefundId: '' });
    expect(await retry(asking)).toMatchObject({
      code: 40305,
      message: '超过每笔 ¥3.00 的退款上限',
    });
    expect(submissions()).toHaveLength(0);
    await set('refunds', failed._id, { approval: 'approved' });
    expect((await retry(asking)).code).toBe(0);
  });

  it('is sent to the team with what it is about', async () => {
    const { _id, orderNo } = await newOrder();
    await askRefund(_id);
    const notices = (await rows('messages')).filter(({ event }) => event === 'approvalWaiting');
    expect(notices.map(({ channel }) => channel).sort()).toEqual(['email', 'wecom']);
    expect(notices[0]!['values']).toMatchObject({
      what: `退款 ¥4.00，${orderNo}`,
      name: '小林',
      reason: '其他，用户申请',
    });
  });

  it('is one however often it is asked for with its key', async () => {
    const { _id } = await newOrder();
    const key = { idemKey: 'the-same-key-again' };
    const [first, again] = await Promise.all([1, 2].map(() => askRefund(_id, 400, key)));
    expect(again!._id).toBe(first!._id);
    expect((await askRefund(_id, 400, key))._id).toBe(first!._id);
    await approvalFor(first!._id);
  });

  it('is decided on as it was shown: another version by now is refused, and nothing is paid', async () => {
    const { _id } = await newOrder();
    const { _id: id, rev } = await approvalFor((await askRefund(_id))._id);
    await set('approvals', id, { rev: rev + 1, reason: '其他，已改口' });
    const approve = (shown: number) => call('adminOrder', 'approveRequest', { id, rev: shown });
    const decline = (shown: number) =>
      call('adminOrder', 'declineRequest', { id, rev: shown, note: '不符' });
    for (const answer of await Promise.all([approve(rev), decline(rev)]))
      expect(answer).toMatchObject({ code: 40902, message: '申请刚有变化，请核对后再处理' });
    expect(submissions()).toHaveLength(0);
    expect(await approve(rev + 1)).toMatchObject({ code: 0 });
  });

  it('is paid once however many approve and decline at once', async () => {
    const { _id } = await newOrder();
    const waiting = await askRefund(_id);
    const { _id: id } = await approvalFor(waiting._id);
    const { token: third } = await someAdmin({});
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_each, at) =>
        at % 6 === 5 ? decline(id) : approve(id, at % 2 === 0 ? token : third),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const { status } = await approvalFor(waiting._id);
    expect(submissions()).toHaveLength(status === 'approved' ? 1 : 0);
    expect((await order(_id)).refundingFen + (await order(_id)).refundedFen).toBe(
      status === 'approved' ? 400 : 0,
    );
  });
});

describe('who approves', () => {
  it('is never the one who asks', async () => {
    const { _id } = await newOrder();
    const { _id: id } = await approvalFor((await askRefund(_id))._id);
    await set('roles', 'role_0001', { refundLimitFen: null, refundDayFen: null });
    expect((await approve(id, asking)).message).toContain('不能审批自己发起的申请');
    expect((await decline(id, asking)).code).toBe(40902);
  });

  it('may give as much by themselves: no two approve for each other above their limits', async () => {
    const { _id } = await newOrder();
    const { _id: id } = await approvalFor((await askRefund(_id))._id);
    expect(await approve(id, another)).toMatchObject({
      code: 40305,
      message: '超过每笔 ¥3.00 的退款上限',
    });
    const refusals = (await rows('auditLogs')).filter(({ result }) => result === 'fail');
    expect(refusals).toMatchObject([
      { action: 'approveRequest', reason: '超过每笔 ¥3.00 的退款上限' },
    ]);
    await set('roles', 'role_0001', { refundLimitFen: 1_000, refundDayFen: 300 });
    expect((await approve(id, another)).message).toBe('超过角色当天的上限：退款 3.00 元');
    await set('roles', 'role_0001', { refundDayFen: 400 });
    expect((await approve(id, another)).code).toBe(0);
    // It is counted as theirs.
    const { _id: next } = await newOrder();
    const more = await ok(
      'adminOrder',
      'processRefund',
      { id: next, amountFen: 1, reasonCode: '其他', reason: '' },
      { token: another },
    );
    expect(more.approval).toBe('waiting');
  });

  it('has the right that the request takes, and sees what their role reads', async () => {
    const { _id } = await newOrder();
    const { _id: id } = await approvalFor((await askRefund(_id))._id);
    const own = async (...names: string[]) => {
      await set('roles', 'role_0002', { rights: names });
      return (await someAdmin({ role: 'role_0002' })).token;
    };
    const listed = async (of: string, filter = {}) =>
      (await ok('adminOrder', 'getApprovals', { filter, pageSize: 50 }, { token: of })).list;
    const ofUsers = await own('approvals.read', 'approvals.decide', 'users.read', 'users.credits');
    expect(new Set((await listed(ofUsers)).map(({ kind }) => kind))).toEqual(new Set(['credits']));
    expect(await listed(ofUsers, { kind: 'refund' })).toEqual([]);
    expect((await approve(id, ofUsers)).code).toBe(40305);
    const look = await call('adminOrder', 'getApprovalById', { id }, { token: ofUsers });
    expect(look.code).toBe(40305);
    // The audit log shows them no more.
    const about = { resource: 'approval', resourceId: id, page: 1, pageSize: 20 };
    const history = await call('adminAuditLog', 'getResourceHistory', about as never, {
      token: ofUsers,
    });
    expect(history.code).toBe(40305);
    const ofLog = await own('approvals.read', 'users.read', 'audit-logs.read');
    const log = await ok('adminAuditLog', 'getLogs', { page: 1, pageSize: 50 }, { token: ofLog });
    expect(log.list.map(({ resource }) => resource)).not.toContain('approval');
    const reader = await own('approvals.read', 'approvals.decide', 'orders.read');
    expect((await listed(reader)).map(({ kind }) => kind)).toEqual(['refund']);
    expect((await approve(id, reader)).code).toBe(40305);
    expect((await approve(id, await own('approvals.read', 'orders.refund'))).code).toBe(40305);
  });
});

describe('credits above the limits of a role', () => {
  it('wait, and are given once with the approval, in the name of who has asked', async () => {
    const before = await giftOf('usr_0002');
    const twice = [1, 2, 3].map(() => adjust(51, { idemKey: 'the-same-key-again' }));
    const [{ approvalId } = { approvalId: '' }, ...again] = await Promise.all(twice);
    expect(approvalId).not.toBe('');
    expect(again.map(other => other.approvalId)).toEqual([approvalId, approvalId]);
    expect((await adjust(51, { idemKey: 'the-same-key-again' })).approvalId).toBe(approvalId);
    expect(await giftOf('usr_0002')).toBe(before);
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(approvalId)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await giftOf('usr_0002')).toBe(before + 51);
    const line = (await rows('creditLedger')).find(({ delta }) => delta === 51);
    expect(line).toMatchObject({ operator: '小林', reason: '补偿' });
    // Answered as what has happened.
    expect((await adjust(51, { idemKey: 'the-same-key-again' })).approvalId).toBe('');
    expect(await giftOf('usr_0002')).toBe(before + 51);
  });

  it('of a package wait with its membership', async () => {
    const asked = { packageId: 'pkg_0004', grantCredits: true, reason: '补偿' };
    const packages = (await rows('packages')) as unknown as Package[];
    const membership = packages.find(({ type }) => type === 'membership')!;
    await set('packages', membership._id, { credits: 100, giftCredits: 0, days: 30 });
    const before = await userOf('usr_0002');
    const { approvalId } = await ok(
      'adminUser',
      'updateUserPackage',
      { id: 'usr_0002', ...asked, packageId: membership._id, rev: before.rev },
      { token: asking },
    );
    const { packageId, packageExpireTime, credits, rev } = before;
    const unchanged = { packageId, packageExpireTime, credits, rev };
    expect(await userOf('usr_0002')).toMatchObject(unchanged);
    await adjust(1, {}, token);
    await set('packages', membership._id, { credits: 1_000 });
    expect((await approve(approvalId)).message).toContain('申请的事项已有变化');
    await set('packages', membership._id, { credits: 100 });
    expect((await approve(approvalId)).code).toBe(0);
    expect(await userOf('usr_0002')).toMatchObject({
      packageId: membership._id,
      credits: { paid: before.credits.paid + 100 },
    });
  });

  it('are not given when declined, and what is within the limits needs no approval', async () => {
    const before = await giftOf('usr_0002');
    const { approvalId } = await adjust(51);
    expect((await decline(approvalId)).code).toBe(0);
    expect((await approve(approvalId)).code).toBe(40902);
    expect(await giftOf('usr_0002')).toBe(before);
    expect((await adjust(50)).approvalId).toBe('');
    expect(await giftOf('usr_0002')).toBe(before + 50);
  });
});

describe('a compensation above the limits of a role', () => {
  const compensate = (amount: number, more: object = {}) =>
    ok(
      'adminCompensation',
      'createCompensation',
      {
        what: 'credits',
        target: 'users',
        userIds: ['usr_0002', 'usr_0004', 'usr_0005'],
        amount,
        reason: '故障',
        expectCount: 3,
        ...more,
      } as never,
      { token: asking },
    );
  const stored = (id: string) => world.one<StoredCompensation>('compensations', id);

  it('waits, is begun by no worker, and is carried out once it is approved', async () => {
    const before = await giftOf('usr_0002');
    const twice = [1, 2].map(() => compensate(41, { idemKey: 'the-same-key-again' }));
    const [waiting] = (await Promise.all(twice)) as [Compensation, Compensation];
    expect(waiting).toMatchObject({ status: 'queued', approval: 'waiting' });
    expect((await compensate(41, { idemKey: 'the-same-key-again' }))._id).toBe(waiting._id);
    await runJob('compensations');
    expect((await stored(waiting._id)).status).toBe('queued');
    const stop = { id: waiting._id, reason: '改' };
    expect((await call('adminCompensation', 'cancelCompensation', stop)).code).toBe(40902);
    const { _id: id, amount, limit } = await approvalFor(waiting._id);
    expect({ amount, limit }).toEqual({ amount: 123, limit: '超过角色当天的上限：120 积分' });
    expect((await approve(id)).code).toBe(0);
    await finishJob(world, 'compensations');
    expect(await stored(waiting._id)).toMatchObject({ status: 'done', approval: 'approved' });
    expect(await giftOf('usr_0002')).toBe(before + 41);
  });

  it('ends when it is declined', async () => {
    const waiting = await compensate(51);
    const { _id: id } = await approvalFor(waiting._id);
    expect((await decline(id)).code).toBe(0);
    await finishJob(world, 'compensations');
    expect(await stored(waiting._id)).toMatchObject({ status: 'cancelled', approval: 'declined' });
  });
});

it('without limits nothing waits, so that a single administrator is never locked out', async () => {
  const before = (await rows('approvals')).length;
  const { _id } = await newOrder();
  const refunded = { id: _id, amountFen: 400, reasonCode: '其他', reason: '' };
  expect((await ok('adminOrder', 'processRefund', refunded)).approval).toBe('none');
  expect((await adjust(10_000, {}, token)).approvalId).toBe('');
  expect((await rows('approvals')).length).toBe(before);
});
