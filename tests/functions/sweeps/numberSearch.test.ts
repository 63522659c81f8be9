import { beforeEach, describe, expect, it } from 'vitest';
import { pastedWithin } from '../../pastedForms.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { as, ok, rows, set } = world;
const { numberTerms } = await import('#cloudfunctions/_shared/base/searchTerms.ts');
const { orderGrams } = await import('#cloudfunctions/_shared/orders/orders.ts');
const { printGrams } = await import('#cloudfunctions/_shared/prints/records.ts');
const { refundGrams } = await import('#cloudfunctions/_shared/refunds/refunds.ts');
const { taskGrams } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
beforeEach(async () => {
  await world.reset();
});

const ORDER = '26112011142705987601';
const TRANSACTION = '4200001234202611209988776602';
const user = { nickName: '追光者', phoneTail: '3388' };
const anOrder = { orderNo: ORDER, transactionId: TRANSACTION, userSnap: user };
const print = {
  printNo: 'P2611201114270503',
  orderNo: '26112011142705987604',
  expressNo: 'SF1234567896605',
  recipient: '李四',
  address: { phoneTail: '3388' },
};
const task = { taskNo: 'T2026112012347706', rhTaskId: '1985000000000008807' };

const REFUND = `RF${ORDER}01`;
const FEEDBACK = 'F2611201114270509';
const BATCH = 'B20261120123458';
const of = { userId: 'usr_0001' };
/** Each with what its first record becomes, and the numbers that this one is found by. */
const lists = [
  [
    'adminOrder.getOrders',
    'orders',
    { ...anOrder, grams: orderGrams(anOrder as never) },
    [ORDER, TRANSACTION],
  ],
  [
    'adminOrder.getRefunds',
    'refunds',
    { userSnap: user, grams: refundGrams(REFUND, anOrder as never) },
    [REFUND, ORDER, TRANSACTION],
  ],
  [
    'adminPrintOrder.getPrintOrders',
    'printOrders',
    { ...of, recipient: '李四', grams: printGrams(print as never) },
    [print.printNo, print.orderNo, print.expressNo],
  ],
  [
    'adminTask.getTasks',
    'tasks',
    { ...of, ...task, grams: taskGrams(task.taskNo, task.rhTaskId) },
    [task.taskNo, task.rhTaskId],
  ],
  [
    'adminFeedback.getFeedbacks',
    'feedback',
    { ...of, receiptNo: FEEDBACK, grams: numberTerms(FEEDBACK) },
    [FEEDBACK],
  ],
  [
    'adminActivationCode.getBatches',
    'activationBatches',
    { batchNo: BATCH, grams: numberTerms(BATCH) },
    [BATCH],
  ],
  ['adminUser.getUsers', 'users', {}, []],
] as const;

describe.each(lists)('%s', (title, collection, fields, numbers) => {
  const [name, action] = title.split('.');
  let id = '';
  const find = async (q: string): Promise<string[]> => {
    const { list } = await ok(name as 'adminTask', action as 'getTasks', { q }, as());
    return (list as { _id: string }[]).map(({ _id }) => _id);
  };
  beforeEach(async () => {
    id = String((await rows(collection))[0]!['_id']);
    await set(collection, id, fields);
  });

  it('finds a number by any end of it that has four characters or more, and by no other', async () => {
    for (const number of numbers) {
      for (const length of [4, 6, 9, 12, number.length])
        expect(await find(number.slice(-length)), number.slice(-length)).toContain(id);
      expect(await find(number.slice(-9, -1))).not.toContain(id);
      const other = number.at(-6) === '9' ? '8' : '9';
      expect(await find(other + number.slice(-5))).not.toContain(id);
    }
  });

  it('finds a number in what is pasted around it, and its own id and that of its user', async () => {
    for (const number of numbers)
      for (const q of pastedWithin(number)) expect(await find(q), q).toContain(id);
    // The id of a refund is its number.
    if (collection !== 'refunds')
      for (const q of pastedWithin(id)) expect(await find(q), q).toContain(id);
    if (collection !== 'activationBatches' && collection !== 'users') {
      await set(collection, id, { userId: 'usr_0001' });
      for (const q of pastedWithin('usr_0001')) expect(await find(q), q).toContain(id);
    }
  });

  it("finds by a part of the user's nickname, and by the end of the phone", async () => {
    const grams = ['追', '追光', '光', '光者', '者'];
    await set('users', 'usr_0001', { nickName: '追光者', phoneTail: '3388', grams });
    if (collection !== 'activationBatches')
      for (const q of ['追光', '3388']) expect(await find(q), q).toContain(id);
  });
});
