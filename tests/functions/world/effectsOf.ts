import type { Effect } from '#contract/rights/effects.ts';
import type { World } from './harness.ts';

type Row = Record<string, unknown>;
type Rows = (name: Parameters<World['rows']>[0]) => Promise<Row[]>;

const ids = (rows: Row[], holds: (row: Row) => boolean) => rows.filter(holds).map(({ _id }) => _id);

/** The fields that count as an effect, by collection. */
const looked: Record<Exclude<Effect, 'contact'>, (rows: Rows) => Promise<unknown[]>> = {
  refund: async rows => [
    ...(await rows('refunds')).map(({ _id, status }) => [_id, status]),
    ...ids(await rows('orders'), ({ fulfil }) => (fulfil as Row)['status'] === 'failed'),
  ],
  worth: async rows => [
    ...ids(await rows('creditLedger'), () => true),
    ...(await rows('users')).map(({ _id, packageId, packageExpireTime }) => [
      _id,
      packageId,
      packageExpireTime,
    ]),
    ...(await rows('compensations')).map(({ _id, approval }) => [_id, approval]),
    ...ids(await rows('tasks'), ({ retriedBy }) => Boolean(retriedBy)),
  ],
  rights: async rows => [
    ...(await rows('admins')).map(({ _id, role, status }) => [_id, role, status]),
    ...(await rows('roles')).map(({ _id, rights, rev }) => [_id, rights, rev]),
  ],
  secrets: async rows => [
    ...(await rows('admins')).map(({ _id, passwordHash, secondFactorTime }) => [
      _id,
      passwordHash,
      secondFactorTime,
    ]),
    ...(await rows('secondFactors')),
    ...(await rows('apiKeys')).map(({ _id, cipher, status }) => [_id, cipher, status]),
    ...(await rows('settings')).filter(({ _id }) =>
      ['payment', 'notification'].includes(String(_id)),
    ),
  ],
};

type Seen = Record<keyof typeof looked, Set<string>>;

/** What there is of all effects. */
export const look = async ({ rows }: World): Promise<Seen> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(looked).map(async ([effect, read]) => [
        effect,
        new Set((await read(rows)).map(one => JSON.stringify(one))),
      ]),
    ),
  ) as Seen;

/** What was added since, or changed. */
export const effectsSince = (before: Seen, after: Seen): Effect[] =>
  (Object.keys(before) as (keyof Seen)[]).filter(effect =>
    [...after[effect]].some(one => !before[effect].has(one)),
  );
