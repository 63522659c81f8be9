import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { CollectionName } from '#contract/collections.ts';
import type { startTaskWorld } from './taskWorld.ts';

type Row = Record<string, unknown>;

/** The first user, who orders in the tests of tasks. */
export const USER = 'usr_0001';

/** What the database holds about a task, read whole. */
export const taskRecordsOf = async ({ world, one }: Awaited<ReturnType<typeof startTaskWorld>>) => {
  const { limitKey } = await import('#cloudfunctions/_shared/base/rateLimit.ts');

  /** The rows about it, in the order in which they were written. */
  const about = async (collection: CollectionName, id: string): Promise<Row[]> =>
    (await world.rows(collection)).filter(({ refId, resourceId, subjects }) =>
      [refId, resourceId, ...((subjects ?? []) as string[])].includes(
        subjects ? `tasks/${id}` : id,
      ),
    );

  /** A counter of attempts or turns; null for none. */
  const limit = async (...names: string[]): Promise<Row | null> =>
    (await world.rows('rateLimits')).find(({ _id }) => _id === limitKey(...names)) ?? null;

  return {
    about,
    limit,
    stored: async (id: string) => (await one('tasks', id)) as unknown as StoredTask,
    user: async (id = USER) => (await one('users', id)) as unknown as StoredUser,
    /** What was counted, all days together. */
    counted: async () => {
      const sums: Record<string, number> = {};
      for (const { figures } of await world.rows('counters'))
        for (const [name, amount] of Object.entries((figures ?? {}) as Record<string, number>))
          sums[name] = (sums[name] ?? 0) + amount;
      return sums;
    },
    audits: async (resource: string): Promise<Row[]> =>
      (await world.rows('auditLogs')).filter(row => row['resource'] === resource),
  };
};
