import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { adminActions, everyAction } from '../world/registry.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;

/** What an administrator types, other than names and texts that are published. */
const fields = ['reason', 'reasonCode', 'note', 'text', 'reply', 'remark'];
/** These are written to the user. */
const toTheUser = [
  'adminPrintOrder.holdPrintOrder',
  'adminMessage.sendServiceMessage',
  'adminFeedback.replyToFeedback',
  'adminFeedback.writeToUser',
  'adminOrder.refuseInvoice',
  'adminOrder.refuseRefundAsk',
  'adminSettings.publishLegalText',
];
const INSIDE = '此人投诉多次';
const FOR_USER = '抱歉让你久等了';
const user = { userId: 'usr_0001', openid: 'custom:first_admin' };
const owned = ['tasks', 'orders', 'printOrders', 'refunds', 'feedback'] as const;
const visitorActions = everyAction.filter(({ name }) => name.startsWith('app'));

beforeAll(() =>
  world.fillFurther(async () => {
    for (const collection of owned)
      for (const { _id } of await rows(collection))
        await set(collection, String(_id), { ...user, visibleTo: user.openid });
    await set('users', user.userId, { credits: { paid: 1_000, gift: 1_000 } });
  }),
);
afterAll(() => world.fillFurther());
let as = { token: '' };
beforeEach(async () => (as = await world.reset()));

const reads = visitorActions.filter(({ definition }) => definition.effect === 'read');
const writes = visitorActions.filter(({ definition }) => definition.effect === 'write');
let turn = 0;
/** What visitors are answered by all reads, of each record that says what was typed, and by a write, which take turns. */
const seen = async () => {
  const all = (await Promise.all(owned.map(rows))).flat();
  const ids = all.filter(row => JSON.stringify(row).includes(INSIDE)).map(({ _id }) => _id);
  const answers = [];
  for (const { name, action, definition } of [...reads, writes[turn++ % writes.length]!]) {
    const example = definition.example as Record<string, unknown>;
    const isOfOne = definition.effect === 'read' && 'id' in example;
    const others = isOfOne ? ids.map(id => ({ id })) : [];
    for (const data of [example, ...others]) answers.push(await world.send(name, { action, data }));
  }
  return JSON.stringify(answers);
};

const asking = adminActions.flatMap(at => {
  const example = structuredClone(at.definition.example) as Record<string, unknown>;
  const typed = fields.filter(field => field in example);
  if (typed.length === 0 || toTheUser.includes(at.title)) return [];
  for (const field of typed) if (field !== 'reasonCode') example[field] = INSIDE;
  if (String(example['id']).startsWith('usr_')) example['id'] = user.userId;
  if ('userId' in example) example['userId'] = user.userId;
  return [{ ...at, data: example }];
});

describe('what an administrator types for administrators is not answered to the user', () => {
  it.each(asking)('of $title', async ({ name, action, data }) => {
    const { code } = await world.send(name, { action, data, token: as.token });
    expect(code).toBe(0);
    expect(await world.dump()).toContain(INSIDE);
    expect(await seen()).not.toContain(INSIDE);
  });

  it.each([
    ['cancelled', 'pending'],
    ['confirmed', 'producing'],
    ['completed', 'shipped'],
  ])('of a print order that becomes %s', async (status, from) => {
    const print = (await rows('printOrders')).find(row => row['status'] === from);
    const data = { id: print?._id, status, reason: INSIDE };
    await ok('adminPrintOrder', 'updatePrintOrderStatus', data, as);
    expect(await seen()).not.toContain(INSIDE);
  });
});

describe('what an administrator writes to the user', () => {
  const lines = async () => (await ok('appUser', 'getLedger', { pageSize: 100 })).list;
  const id = user.userId;

  it.each([
    ['credits', 'adjustCredits', { bucket: 'gift', delta: 20 }],
    ['credits of a package', 'updateUserPackage', { packageId: 'pkg_0004', grantCredits: true }],
  ] as const)('stands beside %s, and the reason stays inside', async (_what, action, more) => {
    const known = new Set((await lines()).map(({ _id }) => _id));
    await ok('adminUser', action, { id, ...more, reason: INSIDE, userNote: FOR_USER }, as);
    const added = (await lines()).filter(({ _id }) => !known.has(_id));
    expect(added.map(({ userNote }) => userNote)).toContain(FOR_USER);
    const { list } = await ok('adminUser', 'getCreditLedger', { filter: { userId: id } }, as);
    expect(list[0]).toMatchObject({ reason: INSIDE, userNote: FOR_USER });
    const [row] = (await rows('auditLogs')).filter(one => one['action'] === action);
    expect(JSON.stringify(row)).toContain(FOR_USER);
  });

  it('stands on the page of a cancelled task; otherwise a sentence does', async () => {
    const task = { id: 'task_0004' };
    await ok('adminTask', 'cancelTask', { ...task, reason: INSIDE, userNote: FOR_USER }, as);
    const shown = { errorText: FOR_USER, userNote: FOR_USER };
    expect(await ok('appTask', 'getTask', task)).toMatchObject(shown);
    await set('tasks', task.id, { userNote: '' });
    expect(await ok('appTask', 'getTask', task)).toMatchObject({ errorText: '制作已取消' });
  });

  it('may be left out by callers that do not know it', async () => {
    const change = { id, bucket: 'paid', delta: -1, reason: INSIDE };
    await ok('adminUser', 'adjustCredits', change, as);
    expect((await lines())[0]).toMatchObject({ kind: 'admin', delta: -1, userNote: '' });
  });

  it('is not what earlier lines hold as their reason', async () => {
    const [line] = await rows('creditLedger');
    await set('creditLedger', String(line!['_id']), { ...user, reason: INSIDE });
    const answered = await call('appUser', 'getLedger', { pageSize: 100 });
    expect(JSON.stringify(answered)).not.toContain(INSIDE);
  });
});
