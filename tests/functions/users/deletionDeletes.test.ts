import { beforeEach, describe, expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import { functions } from '#contract/index.ts';
import { DAY_MS, HOUR_MS } from '#contract/shanghai.ts';
import { photoInput } from '../../photoInput.ts';
import { commerceOf } from '../orders/commerce.ts';
import { recipient } from '../prints/prints.ts';
import { engineOf } from '../tasks/engineRun.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';
import { startAtNoon } from '../world/startAtNoon.ts';
import { tinyPng } from '../world/tinyPng.ts';

const world = await startWorld();
const { as, call, ok, rows, set } = world;
const { later, run, sandbox, upload } = engineOf(world);
const { finish, gateway, order } = commerceOf(world);

const OPENID = 'oDeletedUserOfThisTest000001';
const who = { caller: { TCB_UUID: '771', WX_OPENID: OPENID }, ip: '203.0.113.177' };
const NICK_NAME = '林中鹿鸣';
const words = {
  nickName: NICK_NAME,
  name: recipient.name,
  phone: recipient.phone,
  address: recipient.detail,
  ip: who.ip,
  openid: OPENID,
  title: '林中鹿鸣摄影工作室',
  taxNumber: '91330106MA2B1CDE4G',
  email: 'luming@example.com',
  said: '照片里孩子的脸变形了',
};

startAtNoon();
beforeEach(async () => {
  await world.reset();
  await sandbox('runninghub', { queueMs: 0, runMs: 0 });
  await set('templates', 'tpl_0001', { costCredits: 0, inputs: [photoInput] });
});

/** The photos differ, so that none is a duplicate of another. */
const photoOf = (at: number) => upload(who.caller, Buffer.concat([tinyPng, Buffer.from([at])]));

const pay = async (id: string) => {
  await gateway.pay((await order(id)).orderNo);
  await ok('adminOrder', 'syncPayment', { id }, as());
};

const placed = async (filePath: string) => {
  const { items, ...example } = functions.appPrint.createPrintOrder.example;
  const wish = { ...example, items: [{ ...items[0], filePath }], address: recipient };
  const print = await ok('appPrint', 'createPrintOrder', wish, who);
  await pay(print.orderId);
  return print._id;
};
const move = (id: string, status: string) =>
  ok('adminPrintOrder', 'updatePrintOrderStatus', { id, status } as never, as());
let parcels = 0;
const ship = async (id: string) => {
  const expressNo = `SF12345678900${(parcels += 1)}0`;
  await ok('adminPrintOrder', 'setShipping', { id, expressCompany: 'sf', expressNo }, as());
};
const produced = async (filePath: string) => {
  const id = await placed(filePath);
  const address = { ...recipient, province: '浙江省', city: '杭州市', district: '西湖区' };
  await ok('adminPrintOrder', 'updateAddress', { id, address } as never, as());
  await move(id, 'confirmed');
  await move(id, 'producing');
  return id;
};
const delivered = async (filePath: string) => {
  const id = await produced(filePath);
  await ship(id);
  await move(id, 'completed');
  return id;
};

/** Where each word is still found: in collections, in storage and in what functions log. */
const found = async (sought: Record<string, string>) => {
  const places: Record<string, string[]> = {};
  const look = (place: string, text: string) => {
    const seen = Object.keys(sought).filter(name => text.includes(sought[name]!));
    if (seen.length > 0) places[place] = seen;
  };
  for (const { name } of collections) look(name, JSON.stringify(await rows(name)));
  look('storage', world.storedPaths().join('\n'));
  look('logs', [...world.lines, ...world.errors].join('\n'));
  return places;
};

/** All that follows, with the last look at what calls under way have left. */
const settle = async () => {
  await runJob('closings');
  later(HOUR_MS);
  for (const job of ['closings', 'auditRows', 'purgePrintArchives', 'sweepFiles'] as const)
    expect(await runJob(job)).toMatchObject({ ok: true });
};

/** A user with everything. */
const everything = async () => {
  const userId = await world.account(who);
  await set('users', userId, { nickName: NICK_NAME, phoneTail: recipient.phone.slice(-4) });
  const photos = [await photoOf(1), await photoOf(2), await photoOf(3), await photoOf(4)];
  const [used, forDelivered, forProduced, forShipped] = photos as [string, string, string, string];
  const inputs = { [photoInput.key]: used };
  const { _id: taskId } = await ok(
    'appTask',
    'createTask',
    { templateId: 'tpl_0001', inputs },
    who,
  );
  await run(30);
  const { outputs } = await ok('appTask', 'getTask', { id: taskId }, who);
  const result = outputs[0]!.filePath;
  const prints = {
    delivered: await delivered(forDelivered),
    ofWork: await delivered(result),
    produced: await produced(forProduced),
    shipped: await produced(forShipped),
  };
  await ship(prints.shipped);
  const note = `${recipient.name} 来电 ${recipient.phone}，住 ${recipient.detail}`;
  await ok('adminUser', 'addNote', { id: userId, text: note }, as());
  await ok('adminUser', 'setTags', { id: userId, tags: ['常客'] }, as());
  const gift = { id: userId, bucket: 'gift', delta: 5, reason: '补偿', idemKey: 'gift-of-this' };
  await ok('adminUser', 'adjustCredits', gift as never, as());
  const complaint = { topic: 'rights', text: `我是${note}`, contact: recipient.phone, taskId };
  await ok('appUser', 'sendFeedback', complaint as never, who);
  const [complained] = (await rows('feedback')).filter(row => row['userId'] === userId);
  const answer = { id: String(complained!['_id']), reply: '已核实，图片下线' };
  await ok('adminFeedback', 'handleFeedback', answer, as());
  await call('appUser', 'redeemCode', { code: '0123-45678-9ABCD-EFGC' }, who);
  const bought = { packageId: 'pkg_0002', refundRules: '1' };
  const { _id: orderId } = await ok('appOrder', 'createOrder', bought, who);
  await pay(orderId);
  const { title, taxNumber, email } = words;
  const invoice = { kind: 'company' as const, title, taxNumber, email };
  await ok('appOrder', 'askForInvoice', { id: orderId, invoice }, who);
  const asked = { id: orderId, reason: 'quality', text: words.said } as const;
  await ok('appOrder', 'askRefund', asked, who);
  const { payFen: amountFen } = await order(orderId);
  const refund = await ok(
    'adminOrder',
    'processRefund',
    { id: orderId, amountFen, reason: '不满意' } as never,
    as(),
  );
  finish(refund._id);
  later(60_000);
  await runJob('refunds');
  return { userId, taskId, prints, used, forDelivered, forProduced, forShipped, result };
};

const printOf = async (id: string) =>
  (await rows('printOrders')).find(({ _id }) => _id === id) as unknown as {
    items: { filePath: string }[];
    files: string[];
    erasedTime: number | null;
  };

const ways: [string, (id: string) => Promise<unknown>][] = [
  ['the user', () => ok('appUser', 'deleteMyData', { preview: false }, who)],
  [
    'the back office',
    id => {
      const change = { id, status: 'deleted', reason: '用户申请注销' } as const;
      return ok('adminUser', 'updateUserStatus', change, as());
    },
  ],
];

describe('a user with everything', () => {
  it.each(ways)('deleted by %s leaves nothing but what the dialog names', async (_by, erase) => {
    const { userId, prints, ...paths } = await everything();
    const { forProduced, forShipped, used, forDelivered, result } = paths;
    const sought = { ...words, used, forDelivered, result };
    const before = await found(sought);
    expect(Object.values(before).flat()).toEqual(expect.arrayContaining(Object.keys(sought)));

    const preview = await ok('appUser', 'deleteMyData', { preview: true }, who);
    expect(preview).toEqual({
      photos: 2,
      works: 1,
      prints: 2,
      kept: 2,
      open: [],
      isErased: false,
    });
    world.lines.length = world.errors.length = 0;
    await erase(userId);
    await settle();

    /** 「将会保留」, by its lines. */
    const named = {
      // 订单、退款、冲印和积分明细，连同其中的付款账号、昵称、收件信息、发票抬头和税号
      orders: ['nickName', 'openid', 'title', 'taxNumber'],
      refunds: ['nickName', 'openid'],
      printOrders: ['nickName', 'name', 'openid'],
      creditLedger: ['openid'],
      // 投诉与反馈的内容和联系方式、客服的答复
      feedback: ['name', 'phone', 'address', 'openid'],
    };
    expect(await found(sought)).toEqual(named);
    // 制作或寄送中的冲印用到的图片
    expect(world.storedPaths()).toEqual(expect.arrayContaining([forProduced, forShipped]));
    for (const id of [prints.delivered, prints.ofWork])
      expect(await printOf(id)).toMatchObject({
        items: [{ filePath: '' }],
        files: [],
        erasedTime: expect.any(Number) as number,
      });
    const reprint = { id: prints.delivered, items: [{ itemIndex: 0, qty: 1 }], reason: '破损' };
    expect(await call('adminPrintOrder', 'createReprint', reprint, as())).toMatchObject({
      code: 40902,
      message: '照片已删除',
    });
    expect((await rows('userLogs')).filter(row => row['userId'] === userId)).not.toEqual([]);

    // They end as any other, and go some days after that.
    await ship(prints.produced);
    for (const id of [prints.produced, prints.shipped]) await move(id, 'completed');
    await runJob('expireFiles');
    expect(world.storedPaths()).toEqual(expect.arrayContaining([forProduced, forShipped]));
    later(31 * DAY_MS);
    await runJob('expireFiles');
    expect(await found({ forProduced, forShipped })).toEqual({});
  });
});

describe('a consent to photos that is taken back', () => {
  it('takes the photos of prints that have ended along, and those under way when they have', async () => {
    const { prints, taskId, result, ...paths } = await everything();
    const { used, forDelivered, forProduced, forShipped } = paths;
    world.lines.length = world.errors.length = 0;
    await ok('appUser', 'withdrawPhotoConsent', {}, who);
    await settle();
    // The work stays, and in its record where its photo was.
    expect(await found({ used, forDelivered })).toEqual({ tasks: ['used'] });
    expect(world.storedPaths()).toEqual(expect.arrayContaining([result, forProduced, forShipped]));
    expect((await ok('appTask', 'getTask', { id: taskId }, who)).outputs).toHaveLength(1);
    expect(await printOf(prints.ofWork)).toMatchObject({ files: [result], erasedTime: null });
    const seen = await ok('appPrint', 'getPrintOrder', { id: prints.delivered }, who);
    expect(seen.items).toMatchObject([{ filePath: '' }]);

    await ship(prints.produced);
    for (const id of [prints.produced, prints.shipped]) await move(id, 'completed');
    later(31 * DAY_MS);
    await runJob('expireFiles');
    expect(await found({ forProduced, forShipped })).toEqual({});
    // It is shown until it is as old as works become.
    expect(await printOf(prints.ofWork)).toMatchObject({ files: [] });
    expect(world.storedPaths()).toContain(result);
  });
});
