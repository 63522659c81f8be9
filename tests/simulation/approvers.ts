import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import type { StoredCompensation } from '#cloudfunctions/_shared/compensations/records.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { isUnapproved } from '#cloudfunctions/_shared/refunds/schedule.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import type { LedgerEntry } from '#contract/user.ts';
import type { Random } from '../../scripts/demo/random.ts';
import { demand } from './demand.ts';
import { ADMINS, CLERKS, CREDIT_LIMIT, REFUND_LIMIT_FEN, tokenOf } from './records.ts';
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
      const idemKey = `ask_${who}_${nth}`;
      const refund = () =>
        world.call(
          ...([who, 'adminOrder', 'processRefund'] as const),
          {
            id: random.pick(['ord_1', 'ord_2']),
            amountFen: random.pick([REFUND_LIMIT_FEN - 1, REFUND_LIMIT_FEN + 1, 700]),
            reasonCode: '其他',
            reason,
            idemKey,
          },
          as,
        );
      const credits = () =>
        world.call(
          ...([who, 'adminUser', 'adjustCredits'] as const),
          { id: 'usr_0002', bucket: 'gift', delta: CREDIT_LIMIT + 2, reason, idemKey },
          as,
        );
      const compensation = () =>
        world.call(
          ...([who, 'adminCompensation', 'createCompensation'] as const),
          {
            what: 'credits',
            amount: CREDIT_LIMIT + 3,
            target: 'users',
            userIds: ['usr_0001', 'usr_0002'],
            reason,
            expectCount: 2,
            idemKey,
          },
          as,
        );
      const ask = random.pick([refund, refund, credits, compensation]);
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
    const clerks = random.chance(0.5) ? CLERKS : CLERKS.slice(0, 1);
    return [
      ...clerks.flatMap(who => [1, 2].map(nth => asks(who, nth))),
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
      const given = lines.filter(line => approvalIdOf(kind, line._id) === _id).length;
      demand(
        given === Number(status === 'approved'),
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
