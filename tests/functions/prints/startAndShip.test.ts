import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { ActionData } from '#contract/index.ts';
import { type PrintOrderStatus, printOrderStatuses } from '#contract/printOrderStates.ts';
import { startWorld } from '../world/harness.ts';
import { printsOf, recipient } from './prints.ts';

const world = await startWorld();
const { call, ok, rows } = world;
beforeEach(() => world.reset());
const { as, print, newPrint } = await printsOf(world);

const elsewhere = { ...recipient, detail: '别处 1 号' };
const SF = { expressCompany: 'sf', expressNo: 'SF1000000000001' };
const auditOf = async (id: string) =>
  (await rows('auditLogs')).filter(row => row.resourceId === id);
const messagesAbout = async (id: string) =>
  (await rows('messages')).filter(row => JSON.stringify(row['subjects']).includes(id));

type Parcel = Partial<typeof SF> & { rev?: number };
const atOnce = (id: string, parcel: Parcel = {}, by = as()) =>
  call('adminPrintOrder', 'setShipping', { id, ...SF, ...parcel, startProduction: true }, by);
/** The answer of the first step that is refused, or of the last. */
const inTwoSteps = async (id: string, { rev, ...parcel }: Parcel = {}) => {
  const move = { id, status: 'producing', ...(rev !== undefined && { rev }) };
  const started = await call('adminPrintOrder', 'updatePrintOrderStatus', move);
  if (started.code !== 0) return started;
  return call('adminPrintOrder', 'setShipping', { id, ...SF, ...parcel });
};

describe('a print order that is shipped from where its production has not started', () => {
  it('is in the end as after the two steps, with both in its history and one row in the log', async () => {
    const [one, two] = [await newPrint('confirmed'), await newPrint('confirmed')];
    await inTwoSteps(two._id);
    expect(await atOnce(one._id)).toMatchObject({ code: 0, data: { status: 'shipped' } });
    const alike = ({ status, steps, overdue, expressNo, hold, history }: StoredPrintOrder) => ({
      status,
      steps,
      overdue,
      expressNo,
      hold,
      history: history.map(({ time: _time, ...move }) => move),
    });
    const after = await print(one._id);
    expect(alike(after)).toEqual(alike(await print(two._id)));
    expect(after.history).toHaveLength(2);
    expect(after.batchNo).toMatch(/^B/);
    expect(after.rev).toBe(one.rev + 1);
    const [log, ...more] = await auditOf(one._id);
    expect(more).toEqual([]);
    expect(log).toMatchObject({
      action: 'setShipping',
      diff: expect.arrayContaining([
        { path: 'status', from: 'confirmed', to: 'shipped' },
        { path: 'batchNo', from: '', to: after.batchNo },
      ]) as unknown,
    });
    expect(await messagesAbout(one._id)).toHaveLength(1);
  });

  const states = Object.keys(printOrderStatuses) as PrintOrderStatus[];
  type Case = [name: string, status: PrintOrderStatus, Parcel?];
  it.each<Case>([
    ...states.filter(state => state !== 'confirmed').map((state): Case => [state, state]),
    ['another version', 'confirmed', { rev: 7 }],
    ['the number of another address', 'confirmed', { expressNo: 'SF1000000000009' }],
    ['no number of this carrier', 'confirmed', { expressNo: 'YT1234567890123' }],
    ['no number', 'confirmed', { expressNo: '短' }],
  ])('is refused as its steps are, and nothing is done: %s', async (_name, status, parcel) => {
    const taken = await newPrint('producing', {}, elsewhere);
    const number = { ...SF, expressNo: 'SF1000000000009' };
    await ok('adminPrintOrder', 'setShipping', { id: taken._id, ...number });
    const [one, two] = [await newPrint(status), await newPrint(status)];
    const before = await world.dump();
    const answer = await atOnce(one._id, parcel);
    expect(await world.dump()).toBe(before);
    const { code, message, data } = await inTwoSteps(two._id, parcel);
    expect(code).not.toBe(0);
    expect([answer.code, answer.message]).toEqual([code, message]);
    expect((answer.data as { fields?: object } | null)?.fields).toEqual(
      (data as { fields?: object } | null)?.fields,
    );
  });

  it.each(['modifyAndReturnDoc', 'commitTransaction'])(
    'is as before where the database fails at %s, and shipped by the next try',
    async at => {
      const { _id } = await newPrint('confirmed');
      const before = await print(_id);
      await world.inject({ action: `database.${at}`, code: 'DATABASE_REQUEST_FAILED' });
      expect((await atOnce(_id)).code).toBe(50_001);
      expect(await print(_id)).toEqual(before);
      expect([await auditOf(_id), await messagesAbout(_id)]).toEqual([[], []]);
      expect((await atOnce(_id)).code).toBe(0);
      expect((await print(_id)).history).toHaveLength(2);
    },
  );

  it('is answered as it is to who asks again after a lost answer', async () => {
    const { _id, rev } = await newPrint('confirmed');
    const lost = { code: 'DATABASE_REQUEST_FAILED', when: 'after' } as const;
    await world.inject({ action: 'database.commitTransaction', ...lost });
    expect((await atOnce(_id, { rev })).code).toBe(50_001);
    const before = await world.dump();
    expect(await atOnce(_id, { rev })).toMatchObject({ code: 0, data: { status: 'shipped' } });
    expect(await world.dump()).toBe(before);
    expect((await print(_id)).history).toHaveLength(2);
  });

  it.each([
    ['with the version they saw', 1, 40901],
    ['without', undefined, 40902],
  ])('goes to one of two administrators at once, %s', async (_name, rev, refusal) => {
    const other = await world.someAdmin();
    const { _id } = await newPrint('confirmed');
    const numbers = ['SF1000000000001', 'SF1000000000002'];
    const answers = await Promise.all(
      numbers.map((expressNo, at) =>
        atOnce(_id, { expressNo, ...(rev && { rev }) }, at === 0 ? as() : other),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, refusal]);
    const { expressNo, history } = await print(_id);
    expect(expressNo).toBe(numbers[answers.findIndex(({ code }) => code === 0)]);
    expect(history.map(({ to }) => to)).toEqual(['producing', 'shipped']);
    expect(await auditOf(_id)).toHaveLength(1);
    expect(await messagesAbout(_id)).toHaveLength(1);
  });
});

describe('an import of express numbers', () => {
  type Wish = ActionData<'adminPrintOrder', 'importShipping'>;
  const sheetOf = (made: StoredPrintOrder[]) =>
    made.map(({ printNo }, at) => ({ printNo, expressNo: `SF200000000000${at}` }));
  const load = (wish: Wish, by = as()) => ok('adminPrintOrder', 'importShipping', wish, by);
  const outcomes = ({ results }: Awaited<ReturnType<typeof load>>) =>
    results.map(({ result, message }) => message ?? result);
  const held = '「待用户换图」的冲印订单不能发货';
  const unseen = '「待审核」的冲印订单不能发货';

  it('starts production only where that is ticked, each row whole or refused, and once', async () => {
    const made = [];
    for (const status of ['confirmed', 'producing', 'on_hold', 'paid', 'confirmed'] as const)
      made.push(await newPrint(status));
    const sheet = { rows: sheetOf(made) };
    const started = { ...sheet, startProduction: true };
    const waits = '「待制作」的冲印订单不能发货';
    expect(outcomes(await load({ ...sheet, dryRun: true }))).toEqual([
      waits,
      'ready',
      held,
      unseen,
      waits,
    ]);
    const before = await world.dump();
    expect(outcomes(await load({ ...started, dryRun: true }))).toEqual([
      'ready',
      'ready',
      held,
      unseen,
      'ready',
    ]);
    expect(await world.dump()).toBe(before);
    expect(outcomes(await load(started))).toEqual(['shipped', 'shipped', held, unseen, 'shipped']);
    const now = await Promise.all(made.map(({ _id }) => print(_id)));
    expect(now.map(({ history }) => history.map(({ to }) => to))).toEqual([
      ['producing', 'shipped'],
      ['shipped'],
      [],
      [],
      ['producing', 'shipped'],
    ]);
    expect(now[0]!.batchNo).toMatch(/^B/);
    expect(now.map(({ batchNo }) => batchNo === now[0]!.batchNo)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(await auditOf(made[0]!._id)).toHaveLength(1);
    const after = await world.dump();
    expect(outcomes(await load(started))).toEqual([
      'unchanged',
      'unchanged',
      held,
      unseen,
      'unchanged',
    ]);
    expect(await world.dump()).toBe(after);
  });

  it('refuses a row whose number belongs elsewhere, and its production has not started', async () => {
    const [one, two] = [await newPrint('confirmed'), await newPrint('confirmed', {}, elsewhere)];
    const rows = [one, two].map(({ printNo }) => ({ printNo, expressNo: SF.expressNo }));
    expect(outcomes(await load({ rows, startProduction: true }))).toEqual([
      'shipped',
      '该快递单号已用于另一个收件地址',
    ]);
    expect(await print(two._id)).toMatchObject({ status: 'confirmed', history: [], batchNo: '' });
  });

  it('run by two administrators at once ships each print order once', async () => {
    const other = await world.someAdmin();
    const made = await Promise.all(Array.from({ length: 6 }, () => newPrint('confirmed')));
    const wish = { rows: sheetOf(made), startProduction: true };
    const [a, b] = await Promise.all([load(wish), load(wish, other)]);
    expect(a.shipped + b.shipped).toBe(6);
    for (const { _id } of made) {
      expect((await print(_id)).history).toHaveLength(2);
      expect(await auditOf(_id)).toHaveLength(1);
      expect(await messagesAbout(_id)).toHaveLength(1);
    }
  });

  it('refuses a row whose print order was put on hold since the preview', async () => {
    const { _id, printNo } = await newPrint('confirmed');
    const wish = { rows: [{ printNo, expressNo: SF.expressNo }], startProduction: true };
    expect(outcomes(await load({ ...wish, dryRun: true }))).toEqual(['ready']);
    const hold = { id: _id, itemIndexes: [0], reason: '照片模糊' };
    await ok('adminPrintOrder', 'holdPrintOrder', hold);
    expect(outcomes(await load(wish))).toEqual([held]);
    expect(await print(_id)).toMatchObject({ status: 'on_hold', expressNo: '' });
  });
});
