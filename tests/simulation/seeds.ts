import { expect, it } from 'vitest';
import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { isDeep } from '../depth.ts';
import { approversOf } from './approvers.ts';
import { compensators } from './compensators.ts';
import { leavers } from './leavers.ts';
import { as, makers, type People, peopleOf, queuers, VISITORS } from './people.ts';
import { chanceOf, fateOf, play, type Played } from './play.ts';
import { PHOTOS } from './records.ts';
import { type Simulation, startSimulation } from './simulation.ts';
import { calm } from './story.ts';

/** Where a long run says how far it is; `FROM=4001` goes on from there in another one. */
const LOGGED_EVERY = 500;
const FROM = Number(process.env['FROM'] ?? 1);
/** The only one to be played. */
const CHOSEN = Number(process.env['SEED'] ?? 0);
/** How many decide at once; in depth fifty who approve and ten who do not. */
const STORM = isDeep ? 60 : 8;
/** More waits than a run of the engine has. */
const WAITS = 60;

interface Kind {
  people: (seed: number) => People;
  /** How many stories each tier plays. */
  short: number;
  rest: number;
  deep: number;
  /** The failures, where they are not those of the seed. */
  fate?: (seed: number) => ReturnType<typeof calm>;
  /** How a story has ended, and what those of a deep run reach together. */
  ends?: (simulation: Simulation, played: Played) => Promise<string[]>;
  wanted?: string[];
}

/** One picture, ordered and awaited for as long as every run dies. */
const maker: People = world => [
  (async () => {
    const wish = { templateId: 'tpl_0001', inputs: { photo: PHOTOS[0] } };
    await world.call('visitor0', 'appTask', 'createTask', wish, { caller: VISITORS[0]! });
    await world.scheduler.pause('a user waits', 120_000, true);
  })(),
];

/** Four pictures, and a user who stops the task while some of them are stored. */
const stopped: People = (world, random) => [
  (async () => {
    const inputs = { photo: PHOTOS[0], text: 'sandbox-four' };
    const wish = { templateId: 'tpl_0001', inputs, idemKey: 'four-pictures' };
    await world.call('visitor0', 'appTask', 'createTask', wish, { caller: VISITORS[0]! });
    const enough = random.int(0, 4);
    for (let looks = 0; looks < 3_000; looks += 1) {
      const [task] = await world.rows<StoredTask>('tasks');
      if (task?.status === 'saving' && task.outputs.length >= enough) break;
      await world.scheduler.pause('a user watches', 50, true);
    }
    const [task] = await world.rows<StoredTask>('tasks');
    if (!task) return;
    const data = { id: task._id, reason: '用户要求' };
    await world.call('admin1', 'adminTask', 'cancelTask', data, as('admin1'));
  })(),
];

/** What users bought is paid virtually; Apple pays one of them back by itself, in parts and at any time. */
const virtual: People = (world, random) => {
  const sold = (async () => {
    for (const { _id, orderNo, openid, type } of await world.rows<StoredOrder>('orders')) {
      if (type !== 'package') continue;
      world.gateway.sellVirtually(orderNo, openid);
      const by = { payChannel: 'virtual', virtual: { env: 0, productId: 'goods' } };
      await world.change('orders', _id, by);
    }
  })();
  const apple = async () => {
    await sold;
    for (const number of ['APPLE1', 'APPLE2']) {
      await world.scheduler.pause('Apple decides', random.int(0, 200_000), true);
      const order = (await world.rows<StoredOrder>('orders')).find(({ _id }) => _id === 'ord_2')!;
      const total = order.payFen;
      await world.gateway
        .refund({
          out_trade_no: order.orderNo,
          out_refund_no: number,
          amount: { refund: 300, total, currency: 'CNY' },
        })
        .catch(() => undefined);
    }
  };
  return [sold.then(() => Promise.all(peopleOf(world, random))), apple()];
};
/** A refund ends or fails there; it cannot be sent to another account. */
const withoutAbnormal = (seed: number) => {
  const fate = fateOf(chanceOf(seed));
  const settling = () => {
    const { to, afterMs } = fate.settling();
    return { to: to === 'ABNORMAL' ? ('CLOSED' as const) : to, afterMs };
  };
  return { ...fate, settling };
};

const tasksOf = (simulation: Simulation) =>
  simulation.rows<StoredTask & Record<string, unknown>>('tasks');

const kinds: Record<string, Kind> = {
  'money, codes, credits and states stay consistent in any order of events': {
    people: () => peopleOf,
    short: 10,
    rest: 6,
    deep: 20_000,
  },
  'pictures that are ordered end with a picture or with the credits back, made once, in any order of events':
    { people: () => makers, short: 2, rest: 6, deep: 400 },
  'pictures of a crowd are made in their turn, and free ones leave slots to those who pay': {
    people: () => queuers,
    short: 0,
    rest: 2,
    deep: 400,
  },
  'several pictures of a task all stay or all go, whenever it is stopped': {
    people: () => stopped,
    short: 2,
    rest: 8,
    deep: 400,
    ends: async (simulation, { story }) => {
      const [task] = await tasksOf(simulation);
      return task && story.some(line => line.includes('storage stores results/'))
        ? [task.status]
        : [];
    },
    wanted: ['cancelled', 'succeeded'],
  },
  'a picture is made although each run of the engine is killed': {
    people: () => maker,
    short: 3,
    rest: 10,
    deep: WAITS,
    fate: seed => {
      const wait = ((seed * 7) % WAITS) + 1;
      const diesAtWait = (run: string) =>
        ['beat', 'call', 'sweep'].includes(run) ? wait : Infinity;
      return { ...calm(), diesAtWait };
    },
    ends: async (simulation, { story }) => {
      // Killed between sending and hearing of it, it is not sent again: the report finds it.
      expect(await tasksOf(simulation)).toMatchObject([{ status: 'succeeded' }]);
      return story.some(line => line.includes('dies before')) ? ['killed'] : [];
    },
    wanted: ['killed'],
  },
  'what is paid virtually is granted once, and goes back once, in any order of events': {
    people: () => virtual,
    short: 4,
    rest: 12,
    deep: 4_000,
    fate: withoutAbnormal,
  },
  'what needs approval is decided once, and paid or given only then, in any order of events': {
    people: seed => approversOf({ atOnce: seed % 20 === 0 ? STORM : 4 }),
    short: 3,
    rest: 8,
    deep: 20_000,
    ends: async simulation =>
      (await simulation.rows<StoredApproval>('approvals')).map(
        ({ kind, status }) => `${kind} ${status}`,
      ),
    wanted: [
      ...['refund', 'credits', 'compensation'].flatMap(kind => [
        `${kind} approved`,
        `${kind} declined`,
      ]),
      'refund withdrawn',
      'refund expired',
    ],
  },
  'what is given, refunded or asked for is done once although the call is killed at any step': {
    people: () => approversOf({ atOnce: 1 }),
    short: 0,
    rest: 30,
    deep: 200,
    fate: seed => ({
      ...calm(),
      diesAtWait: run => (run.startsWith('admin') ? (seed % 30) + 1 : Infinity),
    }),
  },
  'credits for many are given once to each, and counted as they were given, in any order of events':
    {
      people: () => compensators,
      short: 3,
      rest: 10,
      deep: 20_000,
      ends: async simulation => {
        const ends = (await simulation.rows('compensations')).map(({ status }) => String(status));
        for (const end of ends) expect(['cancelled', 'done']).toContain(end);
        return ends;
      },
      wanted: ['cancelled', 'done'],
    },
  'an account that is deleted and begun anew gets nothing twice and loses nothing paid, in any order of events':
    { people: () => leavers, short: 2, rest: 6, deep: 2_000 },
};

/** The short run plays the first seeds, the other one those after them; in depth every second each, to share the work. */
const seedsOf = ({ short, rest, deep }: Kind, run: 'short' | 'rest') => {
  if (CHOSEN > 0) return { first: CHOSEN, last: CHOSEN, step: 1 };
  if (isDeep) return { first: run === 'short' ? 1 : 2, last: deep, step: 2 };
  return run === 'short'
    ? { first: 1, last: short, step: 1 }
    : { first: short + 1, last: short + rest, step: 1 };
};

const report = (title: string, { seed, broken, story }: Played) =>
  [
    `Seed ${seed}: ${broken ?? 'nothing is broken'}`,
    ...story,
    `Again: SEED=${seed} npx vitest run tests/simulation/seeds.test.ts -t '${title}'`,
  ].join('\n');

/** Plays the stories of each kind. */
export const checkSeeds = async (run: 'short' | 'rest') => {
  const simulation = await startSimulation();

  const check = async (title: string, kind: Kind) => {
    const { people, fate, ends, wanted = [] } = kind;
    const { first, last, step } = seedsOf(kind, run);
    const reached = new Set<string>();
    for (let seed = first; seed <= last; seed += step) {
      if (seed < FROM) continue;
      const played = await play(simulation, seed, {
        people: people(seed),
        ...(fate && { fate: () => fate(seed) }),
      });
      if (played.broken) expect.fail(report(title, played));
      if (CHOSEN > 0) console.log(report(title, played));
      for (const end of (await ends?.(simulation, played)) ?? []) reached.add(end);
      if (isDeep && seed % LOGGED_EVERY < step) process.stderr.write(`seed ${seed} is played\n`);
    }
    if (isDeep && CHOSEN === 0) expect([...reached]).toEqual(expect.arrayContaining(wanted));
  };

  for (const [title, kind] of Object.entries(kinds))
    if (run === 'rest' || kind.short > 0 || isDeep || CHOSEN > 0)
      it(title, () => check(title, kind), isDeep ? 7_200_000 : 600_000);
};
