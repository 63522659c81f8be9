import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import type { StoredCompensation } from '#cloudfunctions/_shared/compensations/records.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { isUnapproved } from '#cloudfunctions/_shared/refunds/schedule.ts';
import type { AuditLog } from '#contract/auditLog.ts';
import { daysGiven } from '#contract/memberDays.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { LedgerEntry } from '#contract/user.ts';
import type { Random } from '../../scripts/demo/random.ts';
import { demand, sum } from './demand.ts';
import {
  ADMINS,
  CLERKS,
  CREDIT_LIMIT,
  DAY_LIMITS,
  PRINTER,
  REFUND_LIMIT_FEN,
  tokenOf,
} from './records.ts';
import type { World } from './world.ts';

type Action = 'approveRequest' | 'declineRequest' | 'withdrawRequest';

/**
 * Clerks ask for more than their role may give, repeat what was not answered, and sometimes withdraw it. Others decide:
 * often many at once, some for and some against, or nobody in time.
 */
export const approversOf =
  ({ atOnce }: { atOnce: number }) =>
  (world: World, random: Random): Promise<unknown>[] => {
    const thinks = (most: number) =>
      world.scheduler.pause('an administrator thinks', random.int(0, most), true);

    const asks = async (who: string, nth: number) => {
      await thinks(random.pick([100, 30_000, 70_000]));
      const as = { token: tokenOf(who) };
      const reason = '用户申请';
      // Repeated as it was.
      const amountFen = random.pick([REFUND_LIMIT_FEN - 1, REFUND_LIMIT_FEN + 1, 700]);
      const id = random.pick(['ord_1', 'ord_2']);
      const delta = random.pick([CREDIT_LIMIT + 2, CREDIT_LIMIT, 3, -3, -CREDIT_LIMIT - 2]);
      const packageId = random.pick(['pkg_0005', 'pkg_0005', '']);
      const packageExpireTime = world.scheduler.now() + random.pick([3, 8, 30]) * DAY_MS;
      const help = random.pick([
        { what: 'credits', amount: CREDIT_LIMIT + 3, userIds: ['usr_0001', 'usr_0002'] },
        {
          what: 'membership',
          packageId: 'pkg_0005',
          amount: random.pick([5, 7]),
          userIds: ['usr_0002', 'usr_free0'],
        },
      ]);
      const idemKey = `ask_${who}_${nth}`;
      const refund = () =>
        world.call(
          ...([who, 'adminOrder', 'processRefund'] as const),
          {
            id,
            amountFen,
            reasonCode: '其他',
            reason,
            idemKey,
          },
          as,
        );
      const credits = () =>
        world.call(
          ...([who, 'adminUser', 'adjustCredits'] as const),
          { id: 'usr_0002', bucket: 'gift', delta, reason, idemKey },
          as,
        );
      const days = () =>
        world.call(
          ...([who, 'adminUser', 'updateUserPackage'] as const),
          { id: 'usr_0002', packageId, packageExpireTime, reason, idemKey },
          as,
        );
      const returns = async () => {
        const [task] = await world.rows('tasks');
        const data = { id: String(task?._id), reason };
        return world.call(who, 'adminTask', 'refundTaskCredits', data, as);
      };
      const compensation = () =>
        world.call(
          ...([who, 'adminCompensation', 'createCompensation'] as const),
          {
            ...help,
            target: 'users',
            reason,
            expectCount: 2,
            idemKey,
          },
          as,
        );
      const ask = random.pick([refund, refund, credits, credits, days, returns, compensation]);
      const [first] = await Promise.all(random.chance(0.2) ? [ask(), ask()] : [ask()]);
      if (first?.kind !== 'done') await ask();
      if (random.chance(0.8)) return;
      await thinks(20_000);
      for (const { _id: id } of await waiting(({ askedById }) => askedById === who))
        await world.call(who, 'adminOrder', 'withdrawRequest', { id }, as);
    };

    // Ids differ from run to run.
    const waiting = async (of: (approval: StoredApproval) => boolean = () => true) =>
      (await world.rows<StoredApproval>('approvals'))
        .filter(approval => approval.status === 'waiting' && of(approval))
        .sort((a, b) => a.createTime - b.createTime || a.kind.localeCompare(b.kind));

    const decides = async (who: string) => {
      for (let look = 0; look < random.int(1, 3); look += 1) {
        await thinks(random.pick([5_000, 60_000, 120_000]));
        const [chosen] = random.sample(await waiting(), 1);
        if (!chosen) continue;
        if (random.chance(0.15)) {
          // Nobody has decided for three days.
          const expireTime = world.scheduler.now() + random.int(0, 2_000);
          // Unless a decision is being stored.
          await world.change('approvals', chosen._id, { expireTime }).catch(() => undefined);
        }
        const windows = random.chance(0.4) ? atOnce : 1;
        await Promise.all(
          Array.from({ length: windows }, async () => {
            const by = random.pick([who, ...ADMINS]);
            const action: Action = random.chance(0.8) ? 'approveRequest' : 'declineRequest';
            const note = action === 'declineRequest' && { note: '不符合规则' };
            if (windows > 1) await world.scheduler.pause('a window', random.int(0, 300), true);
            await world.call(
              ...([by, 'adminOrder', action] as const),
              { id: chosen._id, ...note },
              { token: tokenOf(by) },
            );
          }),
        );
      }
    };
    /** A picture whose credits may be returned. */
    const makes = async () => {
      const wish = { templateId: 'tpl_text', inputs: { text: '好看' }, idemKey: 'returned' };
      const caller = { TCB_UUID: '2', WX_OPENID: 'oxxxxxxxxxxxxxxxxxxxxxxxxxx2' };
      await world.call('visitor1', 'appTask', 'createTask', wish, { caller });
    };
    const cancels = async () => {
      await thinks(60_000);
      const wish = { id: 'prt_5', status: 'cancelled', reason: '用户不要了' };
      const as = { token: tokenOf(PRINTER) };
      await world.call(PRINTER, 'adminPrintOrder', 'updatePrintOrderStatus', wish, as);
    };
    const clerks = random.chance(0.5) ? CLERKS : CLERKS.slice(0, 1);
    return [
      ...clerks.flatMap(who => [1, 2].map(nth => asks(who, nth))),
      makes(),
      ...(random.chance(0.4) ? [cancels()] : []),
      ...ADMINS.map(decides),
      // Nobody approves their own, and clerks have no other's right either.
      ...(random.chance(0.3) ? [decides(CLERKS[0]!)] : []),
    ];
  };

/** Each is decided once, and what it is about follows it: nothing is paid or given that was not approved. */
export const checkApprovals = async ({ rows, gateway, answers, scheduler }: World) => {
  const approvals = await rows<StoredApproval>('approvals');
  const refunds = await rows<StoredRefund>('refunds');
  const jobs = await rows<StoredCompensation>('compensations');
  const lines = await rows<LedgerEntry>('creditLedger');
  for (const approval of approvals) {
    const { _id, kind, status, subjectId, expireTime } = approval;
    const decided = answers.filter(
      ({ action, data, code }) => /Request$/.test(action) && data['id'] === _id && code === 0,
    );
    demand(decided.length <= 1, () => `${_id} was decided ${decided.length} times`);
    demand(
      status !== 'waiting' || expireTime > scheduler.now(),
      () => `${_id} still waits after its time`,
    );
    if (kind === 'credits') {
      const logs = await rows('userLogs');
      const given = [...lines, ...logs].filter(line => approvalIdOf(kind, line._id) === _id).length;
      // Of two calls with one key the other may have given it within the limits.
      const isGivenBeside = status === 'withdrawn' && given === 1;
      demand(
        given === Number(status === 'approved') || isGivenBeside,
        () => `${_id} is ${status}, and was given ${given} times`,
      );
      continue;
    }
    const about = [...refunds, ...jobs].find(row => row._id === subjectId);
    demand(
      about?.approval === status,
      () => `${_id} is ${status}, what it is about ${about?.approval ?? 'missing'}`,
    );
  }
  for (const refund of refunds)
    demand(
      !isUnapproved(refund) || !gateway.gateway.refunds.has(refund._id),
      () => `${refund._id} is ${refund.approval}, and the gateway knows of it`,
    );
  for (const { _id, approval, done } of jobs)
    demand(
      ['none', 'approved'].includes(approval) || done === 0,
      () => `${_id} is ${approval}, and has given to ${done}`,
    );
};

/** What a change of a membership has given; one that stays is the only one there is. */
const daysOf = ({ diff, createTime }: AuditLog): number => {
  const side = (of: 'from' | 'to') => {
    const value = (path: string) => diff.find(change => change.path === path);
    return {
      packageId: String(value('packageId') ? value('packageId')?.[of] : 'pkg_0005'),
      packageExpireTime: Number(value('packageExpireTime')?.[of] ?? 0),
    };
  };
  return Math.abs(daysGiven(side('from'), side('to'), createTime));
};

/** What a clerk refunds, gives, returns and takes without approval stays within the limits of the day. */
export const checkLimits = async ({ rows }: World) => {
  const refunds = await rows<StoredRefund>('refunds');
  const lines = await rows<LedgerEntry>('creditLedger');
  const approvals = new Set((await rows('approvals')).map(({ _id }) => _id));
  const jobs = await rows<StoredCompensation>('compensations');
  const changes = await rows<AuditLog>('auditLogs');
  for (const who of CLERKS) {
    const refunded = sum(
      refunds.filter(({ applyBy, approval }) => applyBy === who && approval === 'none'),
      ({ amountFen }) => amountFen,
    );
    const own = jobs.filter(
      ({ createBy, approval }) => createBy?.name === who && approval === 'none',
    );
    const ofJobs = (what: string) =>
      sum(own, job => (job.what === what ? job.amount * job.total : 0));
    const given = lines.filter(
      ({ _id, operator, kind, refType }) =>
        operator === who &&
        refType !== 'compensation' &&
        ['admin', 'refund_task'].includes(kind) &&
        !approvals.has(approvalIdOf('credits', _id)),
    );
    const credits = sum(given, ({ delta }) => Math.abs(delta)) + ofJobs('credits');
    const memberships = changes.filter(
      ({ action, adminName, result }) =>
        action === 'updateUserPackage' && adminName === who && result === 'ok',
    );
    const days = sum(memberships, daysOf) + ofJobs('membership');
    const { refundDayFen, creditDayLimit, memberDaysDayLimit } = DAY_LIMITS;
    demand(refunded <= refundDayFen, () => `${who} has refunded ${refunded} by themselves`);
    demand(credits <= creditDayLimit, () => `${who} has moved ${credits} credits by themselves`);
    demand(days <= memberDaysDayLimit, () => `${who} has moved ${days} days by themselves`);
  }
};
