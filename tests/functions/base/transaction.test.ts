import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { inTransaction, known } = await import('#cloudfunctions/_shared/base/transaction.ts');
const { _ } = await import('#cloudfunctions/_shared/base/cloud.ts');
const { users } = await import('#cloudfunctions/_shared/users/ledger.ts');

const ID = 'usr_0001';
beforeEach(() => world.reset());
const stored = () => users.require(ID);

/** What is asked of the database meanwhile. */
const asked = () => {
  const handled = forOneTest(vi.spyOn(world.emulator.database, 'handle'));
  return () =>
    handled.mock.calls.map(([action, body]) => {
      const { collectionName = '', data } = body as { collectionName?: string; data?: unknown };
      const rows = Array.isArray(data) ? ` ${data.length}` : '';
      return `${action.slice('database.'.length)} ${collectionName}${rows}`.trim();
    });
};

describe('a transaction', () => {
  it('writes once for each record that changes, and once for all that a collection gains', async () => {
    const before = await stored();
    const log = asked();
    await inTransaction(
      async transaction => {
        const user = await transaction.require<typeof before>('users', ID);
        const changed = await transaction.change('users', user, { remark: 'one' } as never);
        await transaction.change('users', changed, { statusReason: 'two' });
        await transaction.note('users', ID, { 'stats.orderCount': _.inc(3) });
        await transaction.insert('userLogs', { _id: 'log_a' });
        await transaction.insert('userLogs', { _id: 'log_b' });
        transaction.due('orders');
      },
      { known: [known('users', ID, before)] },
    );
    expect(log()).toEqual([
      'startTransaction',
      'modifyAndReturnDoc users',
      'insertDocument userLogs 2',
      'commitTransaction',
      'insertDocument due 1',
    ]);
    const after = await stored();
    expect(after).toMatchObject({ remark: 'one', statusReason: 'two', rev: before.rev + 2 });
    expect(after.stats.orderCount).toBe(before.stats.orderCount + 3);
  });

  it('reads what it has changed and made itself', async () => {
    await inTransaction(async transaction => {
      const user = await transaction.require<Awaited<ReturnType<typeof stored>>>('users', ID);
      await transaction.change('users', user, { statusReason: 'changed' });
      expect(await transaction.get('users', ID)).toMatchObject({ statusReason: 'changed' });
      await transaction.note('users', ID, { 'stats.orderCount': _.inc(1) });
      const noted = { statusReason: 'changed', rev: user.rev + 1 };
      expect(await transaction.get('users', ID)).toMatchObject(noted);
      const made = await transaction.insert('userLogs', { _id: 'log_a', title: 'made' });
      const changed = { title: 'changed' } as Partial<typeof made>;
      await transaction.change('userLogs', made, changed);
      expect(await transaction.get('userLogs', 'log_a')).toMatchObject({
        title: 'changed',
        rev: 2,
      });
    });
    const rows = await world.rows('userLogs');
    const row = rows.find(({ _id }) => _id === 'log_a');
    expect(row).toMatchObject({ title: 'changed', rev: 2 });
  });

  it.each([
    ['a version', (_id: string) => users.compareAndSet(_id, {}, { statusReason: 'other' }), []],
    ['a pinned field', (_id: string) => users.note(_id, { asked: 7 }), ['asked']],
  ] as const)('begins anew where %s has changed since it was read', async (_what, change, pins) => {
    const before = await stored();
    await change(ID);
    const seen: unknown[] = [];
    await inTransaction(
      async transaction => {
        const user = await transaction.require<typeof before>('users', ID);
        seen.push([user.statusReason, (user as { asked?: number }).asked]);
        await transaction.change('users', user, { disabledUntil: 5 });
      },
      { known: [known('users', ID, before, pins)], locks: ['user_transaction'] },
    );
    const now = await stored();
    const found = [now.statusReason, (now as { asked?: number }).asked];
    expect(seen).toEqual([[before.statusReason, undefined], found]);
    expect(now.disabledUntil).toBe(5);
    expect(await world.rows('turns')).toEqual([]);
  });

  it('finds out that something was there already where its insert is refused', async () => {
    await world.insert('userLogs', [{ _id: 'log_a', title: 'first' }]);
    const found: unknown[] = [];
    await inTransaction(async transaction => {
      const first = await transaction.getIfRepeated('userLogs', 'log_a');
      found.push(first && (first as { title?: string }).title);
      if (!first) await transaction.insert('userLogs', { _id: 'log_a', title: 'second' });
    });
    expect(found).toEqual([null, 'first']);
  });
});
