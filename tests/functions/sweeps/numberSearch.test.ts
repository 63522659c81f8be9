import { beforeEach, describe, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { ok, rows, set } = world;
const { numberTerms } = await import('#cloudfunctions/_shared/base/search.ts');
const { orderGrams } = await import('#cloudfunctions/_shared/orders/orders.ts');
const { printGrams } = await import('#cloudfunctions/_shared/prints/records.ts');
const { refundGrams } = await import('#cloudfunctions/_shared/refunds/refunds.ts');
const { taskGrams } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
let token = '';
beforeEach(async () => {
  ({ token } = await world.reset());
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

interface List {
  name: string;
  action: string;
  collection: 'orders' | 'refunds' | 'printOrders' | 'tasks' | 'feedback' | 'activationBatches';
  fields: object;
  numbers: string[];
}
const REFUND = `RF${ORDER}01`;
const lists: List[] = [
  {
    name: 'adminOrder',
    action: 'getOrders',
    collection: 'orders',
    fields: { ...anOrder, grams: orderGrams(anOrder as never) },
    numbers: [ORDER, TRANSACTION],
  },
  {
    name: 'adminOrder',
    action: 'getRefunds',
    collection: 'refunds',
    fields: { grams: refundGrams(REFUND, anOrder as never), userSnap: user },
    numbers: [REFUND, ORDER, TRANSACTION],
  },
  {
    name: 'adminPrintOrder',
    action: 'getPrintOrders',
    collection: 'printOrders',
    fields: { userId: 'usr_0001', recipient: '李四', grams: printGrams(print as never) },
    numbers: [print.printNo, print.orderNo, print.expressNo],
  },
  {
    name: 'adminTask',
    action: 'getTasks',
    collection: 'tasks',
    fields: { ...task, userId: 'usr_0001', grams: taskGrams(task.taskNo, task.rhTaskId) },
    numbers: [task.taskNo, task.rhTaskId],
  },
  {
    name: 'adminFeedback',
    action: 'getFeedbacks',
    collection: 'feedback',
    fields: { receiptNo: 'F2611201114270509', grams: numberTerms('F2611201114270509') },
    numbers: ['F2611201114270509'],
  },
  {
    name: 'adminActivationCode',
    action: 'getBatches',
    collection: 'activationBatches',
    fields: { batchNo: 'B20261120123458', grams: numberTerms('B20261120123458') },
    numbers: ['B20261120123458'],
  },
];

describe.each(lists)('$action', ({ name, action, collection, fields, numbers }) => {
  const find = async (q: string): Promise<string[]> => {
    const { list } = await world.ok(name as 'adminTask', action as 'getTasks', { q }, { token });
    return (list as { _id: string }[]).map(({ _id }) => _id);
  };
  const first = async () => {
    const [{ _id }] = (await rows(collection)) as [{ _id: string }];
    await set(collection, _id, fields);
    return _id;
  };

  it('finds a number by any end of it that has four characters or more', async () => {
    const id = await first();
    for (const number of numbers)
      for (const length of [4, 6, 9, 12, number.length])
        expect(await find(number.slice(-length)), number.slice(-length)).toContain(id);
  });

  it('does not find it by another end, or by its middle', async () => {
    const id = await first();
    for (const number of numbers) {
      expect(
        await find(`9${number.slice(-5)}`.replace(number.slice(-6), '00000000')),
      ).not.toContain(id);
      expect(await find(number.slice(-9, -1))).not.toContain(id);
    }
  });
});

describe.each([
  ['adminOrder', 'getOrders', 'orders', { userSnap: user, grams: orderGrams(anOrder as never) }],
  ['adminOrder', 'getRefunds', 'refunds', { userSnap: user, grams: orderGrams(anOrder as never) }],
  ['adminPrintOrder', 'getPrintOrders', 'printOrders', { userId: 'usr_0001' }],
  ['adminTask', 'getTasks', 'tasks', { userId: 'usr_0001' }],
  ['adminFeedback', 'getFeedbacks', 'feedback', { userId: 'usr_0001' }],
  ['adminUser', 'getUsers', 'users', {}],
] as const)('%s.%s', (name, action, collection, fields) => {
  it("finds by a part of the user's nickname, and by the end of the phone", async () => {
    const [{ _id }] = (await rows(collection)) as [{ _id: string }];
    await set(collection, _id, fields);
    await set('users', 'usr_0001', {
      nickName: '追光者',
      phoneTail: '3388',
      grams: ['追', '追光', '光', '光者', '者'],
    });
    for (const q of ['追光', '3388'])
      expect(
        JSON.stringify(await ok(name, action as never, { q } as never, { token })),
        q,
      ).toContain(`"_id":"${_id}"`);
  });
});
