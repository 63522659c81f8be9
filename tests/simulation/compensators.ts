import type {
  StoredCompensation,
  StoredCompensationRow,
} from '#cloudfunctions/_shared/compensations/records.ts';
import type { LedgerEntry } from '#contract/user.ts';
import type { Random } from '../../scripts/demo/random.ts';
import { demand, sum } from './demand.ts';
import { tokenOf } from './records.ts';
import type { World } from './world.ts';

const HELPED = ['usr_0001', 'usr_0002'];
const CREDITS = 7;

/**
 * Administrators give credits to some users after an incident: they repeat what was not answered, perhaps two of them at
 * once, and stop it while it is under way.
 */
export const compensators = (world: World, random: Random): Promise<unknown>[] => {
  const thinks = (most: number) =>
    world.scheduler.pause('an administrator thinks', random.int(0, most), true);

  const gives = async (who: string, nth: number) => {
    await thinks(random.pick([100, 60_000]));
    const as = { token: tokenOf(who) };
    const wish = {
      what: 'credits',
      amount: CREDITS,
      target: 'users',
      userIds: HELPED,
      reason: '昨晚服务故障',
      userNote: '服务故障补偿',
      expectCount: HELPED.length,
      idemKey: `compensate_${nth}`,
    };
    const create = () => world.call(who, 'adminCompensation', 'createCompensation', wish, as);
    const [first] = await Promise.all(random.chance(0.3) ? [create(), create()] : [create()]);
    const ended = first?.kind === 'done' && first.value.code === 0 ? first : await create();
    if (ended.kind !== 'done' || ended.value.code !== 0 || random.chance(0.6)) return;
    await thinks(random.pick([500, 20_000]));
    const { _id: id } = ended.value.data as { _id: string };
    await world.call(who, 'adminCompensation', 'cancelCompensation', { id, reason: '改金额' }, as);
  };
  return [gives('admin1', 1), ...(random.chance(0.4) ? [gives('admin2', 2)] : [])];
};

/** Each has an end, each user is helped once or gets a reason why not, and what is counted is what happened. */
export const checkCompensated = (
  jobs: StoredCompensation[],
  rows: StoredCompensationRow[],
  lines: LedgerEntry[],
) => {
  for (const job of jobs) {
    const { _id, what, amount, status, total, done, skipped, failed } = job;
    const { sum: counted, approval } = job;
    demand(
      status === 'done' || status === 'cancelled' || approval === 'waiting',
      () => `${_id} is still ${status} after a day`,
    );
    const its = rows.filter(({ compensationId }) => compensationId === _id);
    const given = lines.filter(({ refType, refId }) => refType === 'compensation' && refId === _id);
    for (const { userId, result } of its) {
      const to = given.filter(line => line.userId === userId).length;
      demand(
        to === Number(result === 'done' && what === 'credits'),
        () => `${_id} is ${result} for ${userId}, who was given credits ${to} times`,
      );
    }
    demand(
      its.length === (status === 'done' ? total : done + skipped + failed),
      () => `${_id} is ${status} with ${its.length} results of ${total}`,
    );
    const whole = what === 'credits' ? sum(given, ({ delta }) => delta) : amount * done;
    demand(counted === whole, () => `${_id} counts ${counted} of ${what}, it has given ${whole}`);
  }
};
