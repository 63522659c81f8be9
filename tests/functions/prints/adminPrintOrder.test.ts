import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionData } from '#contract/index.ts';
import {
  addressOpenStatuses,
  type PrintOrderStatus,
  printOrderStatuses,
} from '#contract/printOrderStates.ts';
import { isDeep } from '../../depth.ts';
import { startWorld } from '../world/harness.ts';
import { printsOf, recipient } from './prints.ts';

const world = await startWorld();
const { call, ok, rows } = world;
beforeEach(() => world.reset());
const { as, set, print, newPrint, timer } = await printsOf(world);

const HOUR = 3_600_000;
/** As many as one sheet may have, in depth. */
const SHEET_ROWS = isDeep ? 500 : 12;
const states = Object.keys(printOrderStatuses) as PrintOrderStatus[];

describe('the list of print orders', () => {
  it('finds by number, by the last four, by express number, phone and name', async () => {
    const { _id, printNo, orderNo } = await newPrint('producing');
    const find = async (q: string) =>
      (await ok('adminPrintOrder', 'getPrintOrders', { q })).list.map(row => row._id);
    const address = { ...recipient };
    await ok('adminPrintOrder', 'updateAddress', { id: 'prt_0001', address });
    const data = { id: _id, expressCompany: 'yto', expressNo: 'YT1111222233334' };
    await ok('adminPrintOrder', 'setShipping', data);
    for (const q of [printNo, orderNo, 'yt1111222233334', '3334'])
      expect(await find(q)).toContain(_id);
    for (const q of ['小满', '赵', '5678', '13912345678', '小\u200b满 '])
      expect(await find(q)).toContain('prt_0001');
    expect(await find('没有这个人')).toEqual([]);
  });

  it('counts its tabs, and filters by overdue', async () => {
    const late = await newPrint('producing', { slaTime: Date.now() - HOUR });
    const held = await newPrint('on_hold', { slaTime: Date.now() - HOUR });
    expect((await timer('overdue')).marked).toBeGreaterThan(0);
    expect(await timer('overdue')).toEqual({ marked: 0 });
    const page = await ok('adminPrintOrder', 'getPrintOrders', {
      filter: { overdue: true },
      withCounts: true,
      pageSize: 100,
    });
    const ids = page.list.map(({ _id }) => _id);
    expect(ids).toContain(late._id);
    expect(ids).not.toContain(held._id);
    expect(Object.keys(page.counts ?? {})).toEqual(states);
    const stats = await ok('adminDashboard', 'GET_PRINT_ORDER_STATS', {});
    expect(stats.overdue).toBe(page.total);
    expect(stats.days).toHaveLength(30);
  });

  it('finds those with a print of one size, whatever else is in them', async () => {
    const mixed = await newPrint('confirmed', { sizeIds: ['size_0001', 'size_0005'] });
    const other = await newPrint('confirmed', { sizeIds: ['size_0002'] });
    const { list, counts } = await ok('adminPrintOrder', 'getPrintOrders', {
      filter: { sizeIds: 'size_0005', status: 'confirmed' },
      withCounts: true,
      pageSize: 100,
    });
    const ids = list.map(({ _id }) => _id);
    expect(ids).toContain(mixed._id);
    expect(ids).not.toContain(other._id);
    expect(counts?.['confirmed']).toBe(list.length);
  });
});

describe('an address', () => {
  it.each(states)('of a print order that is %s changes only before production', async status => {
    const { _id } = await newPrint(status);
    const address = { ...recipient, name: '钱多多', phone: '15900001111' };
    const before = await world.dump();
    const answer = await call('adminPrintOrder', 'updateAddress', { id: _id, address, rev: 1 });
    if (!addressOpenStatuses.includes(status)) {
      expect(answer.code).toBe(40902);
      expect(await world.dump()).toBe(before);
      return;
    }
    expect(answer).toMatchObject({
      code: 0,
      data: { address: { name: '钱**', phoneTail: '1111' } },
    });
    expect((await print(_id)).addressChanges).toMatchObject([
      { by: '测试管理员', from: expect.stringContaining('尾号5678') as string },
    ]);
    expect(
      (await call('adminPrintOrder', 'updateAddress', { id: _id, address, rev: 1 })).code,
    ).toBe(40901);
  });

  it('is stored encrypted, shown masked, kept where the phone is masked, and revealed with an audit row', async () => {
    const canary = '18877665544';
    const { _id } = await newPrint(
      'paid',
      {},
      { ...recipient, phone: canary, detail: '秘密花园 9 号楼 1234 室' },
    );
    const { phone: _phone, ...address } = { ...recipient, detail: '秘密花园 8 号楼 4321 室' };
    for (const phone of [undefined, '', '188****5544']) {
      const data = { id: _id, address: { ...address, ...(phone !== undefined && { phone }) } };
      await ok('adminPrintOrder', 'updateAddress', data);
    }
    const answers = [
      await ok('adminPrintOrder', 'getPrintOrderById', { id: _id }),
      await ok('adminPrintOrder', 'getPrintOrders', {}),
      await call('adminPrintOrder', 'updateAddress', { id: _id, address, rev: 1 }),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/18877665544|号楼|赵小满|addressCipher|addressKey/);
    const reveal = { id: _id, reason: '打印面单' };
    expect(await ok('adminPrintOrder', 'revealAddress', reveal)).toEqual({
      _id,
      ...address,
      phone: canary,
      userRemark: '',
    });
    const log = (await rows('auditLogs')).find(({ action }) => action === 'revealAddress');
    expect(log).toMatchObject({ resourceId: _id, reason: '打印面单' });
    expect(await world.dump()).not.toMatch(/18877665544|号楼/);
    expect((await call('adminPrintOrder', 'revealAddress', { id: _id, reason: '' })).code).toBe(
      40001,
    );
  });
});

describe('a hold', () => {
  it('moves the deadline by its duration', async () => {
    const { _id } = await newPrint('confirmed', { slaTime: Date.now() + 5 * HOUR });
    const { slaTime } = await print(_id);
    const hold = { id: _id, itemIndexes: [1], reason: '照片模糊，请更换' };
    expect(await ok('adminPrintOrder', 'holdPrintOrder', hold)).toMatchObject({
      status: 'on_hold',
      hold: { reason: hold.reason },
      slaTime,
      issues: [{ itemIndex: 1, resolved: false }],
      steps: { fileCheck: 'error' },
      items: [{ itemStatus: 'ok' }, { itemStatus: 'bad' }],
    });
    expect(
      (await call('adminPrintOrder', 'updatePrintOrderStatus', { id: _id, status: 'confirmed' }))
        .code,
    ).toBe(40902);
    await set('printOrders', _id, { hold: { time: Date.now() - 30 * HOUR, reason: 'x' } });
    // By the wall clock the deadline has passed thirty hours ago.
    expect(await timer('overdue')).toEqual({ marked: expect.any(Number) as number });
    const resumed = await ok('adminPrintOrder', 'resumePrintOrder', { id: _id });
    expect(resumed).toMatchObject({
      status: 'paid',
      hold: null,
      overdue: false,
      issues: [{ resolved: true }],
    });
    const moved = (resumed.slaTime ?? 0) - (slaTime ?? 0);
    expect(moved).toBeGreaterThanOrEqual(30 * HOUR);
    expect(moved).toBeLessThan(30 * HOUR + 60_000);
    expect((await call('adminPrintOrder', 'resumePrintOrder', { id: _id })).code).toBe(40902);
  });

  it('names photos that exist', async () => {
    const { _id } = await newPrint('paid');
    const hold = { id: _id, itemIndexes: [2], reason: '不存在' };
    expect(await call('adminPrintOrder', 'holdPrintOrder', hold)).toMatchObject({
      code: 40001,
    });
    await newPrint('pending').then(async ({ _id: id }) =>
      expect((await call('adminPrintOrder', 'resumePrintOrder', { id })).code).toBe(40902),
    );
  });
});

describe('a batch', () => {
  it('run by two administrators at once moves each print order once', async () => {
    const other = await world.someAdmin();
    const made = await Promise.all(Array.from({ length: 12 }, () => newPrint('confirmed')));
    const ids = made.map(({ _id }) => _id);
    const run = (by: string, batchNo: string) =>
      ok(
        'adminPrintOrder',
        'batchUpdateStatus',
        { ids, status: 'producing', batchNo },
        { token: by },
      );
    const [a, b] = await Promise.all([run(as().token, 'A1'), run(other.token, 'B1')]);
    expect(a.updated + b.updated).toBe(12);
    for (const id of ids) {
      const { history, batchNo, rev, status } = await print(id);
      expect([history.length, rev, status]).toEqual([1, 2, 'producing']);
      const winner = a.results.find(row => row._id === id)?.result === 'updated' ? 'A1' : 'B1';
      expect(batchNo).toBe(winner);
    }
    const log = (await rows('auditLogs')).filter(({ action }) => action === 'batchUpdateStatus');
    expect(log).toHaveLength(12);
  });

  it('reports the result of each row', async () => {
    const [paid, bad, done, making] = await Promise.all([
      newPrint('paid'),
      newPrint('paid'),
      newPrint('completed'),
      newPrint('producing'),
    ]);
    await set('printOrders', bad!._id, { items: [{ ...bad!.items[0]!, itemStatus: 'bad' }] });
    const ids = [paid!._id, bad!._id, done!._id, making!._id, 'gone', paid!._id];
    const answer = await ok('adminPrintOrder', 'batchUpdateStatus', { ids, status: 'confirmed' });
    expect(answer).toMatchObject({ updated: 1, failed: 4, batchNo: '' });
    expect(answer.results.map(({ result }) => result)).toEqual([
      'updated',
      'failed',
      'failed',
      'failed',
      'failed',
    ]);
    expect(answer.results[1]?.message).toBe('还有照片等待用户替换，不能确认');
  });
});

describe('a reprint', () => {
  const wish = (id: string, more: object = {}) => ({
    id,
    items: [{ itemIndex: 1, qty: 1 }],
    reason: '折痕',
    ...more,
  });

  it('is made at most twice, also by concurrent calls, and costs nothing', async () => {
    const { _id } = await newPrint('completed');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('adminPrintOrder', 'createReprint', wish(_id))),
    );
    const made = answers.filter(({ code }) => code === 0).map(({ data }) => data);
    expect(made).toHaveLength(2);
    expect((await print(_id)).reprintIds.sort()).toEqual(made.map(row => row._id).sort());
    expect(made[0]).toMatchObject({ status: 'confirmed', payFen: 0, reprintOf: _id, goodsFen: 0 });
    expect(made[0]?.items).toHaveLength(1);
    expect((await call('adminPrintOrder', 'createReprint', wish(_id))).code).toBe(40902);
    expect((await call('adminPrintOrder', 'createReprint', wish(made[0]!._id))).code).toBe(40902);
    const reveal = { id: made[0]!._id, reason: '面单' };
    expect(await ok('adminPrintOrder', 'revealAddress', reveal)).toMatchObject(recipient);
  });

  it('has of each photo the number asked for, and no more than were ordered', async () => {
    const { _id, items } = await newPrint('shipped');
    const most = items[1]!.qty;
    expect(most).toBeGreaterThan(1);
    const { data } = await call(
      'adminPrintOrder',
      'createReprint',
      wish(_id, { items: [{ itemIndex: 1, qty: most + 1 }] }),
    );
    expect(data).toMatchObject({
      fields: { items: `第 2 幅照片只冲印了 ${most} 张，最多补印 ${most} 张` },
    });
    const one = { itemIndex: 1, qty: 1 };
    for (const chosen of [[one, one], [{ itemIndex: items.length, qty: 1 }], [{ ...one, qty: 0 }]])
      expect(
        (await call('adminPrintOrder', 'createReprint', wish(_id, { items: chosen }))).code,
      ).toBe(40001);
    const reprint = await ok(
      'adminPrintOrder',
      'createReprint',
      wish(_id, { items: [{ itemIndex: 1, qty: most - 1 }] }),
    );
    expect(reprint).toMatchObject({
      photoCount: most - 1,
      items: [{ originalIndex: 1, qty: most - 1 }],
    });
  });

  it('is never made before shipping', async () => {
    const { _id } = await newPrint('producing');
    expect((await call('adminPrintOrder', 'createReprint', wish(_id))).code).toBe(40902);
  });
});

describe('express numbers', () => {
  type Rows = ActionData<'adminPrintOrder', 'importShipping'>['rows'];
  const send = (id: string, expressNo: string, expressCompany = 'sf') =>
    call('adminPrintOrder', 'setShipping', { id, expressCompany, expressNo });
  const load = (list: Rows, dryRun = false) =>
    ok('adminPrintOrder', 'importShipping', { rows: list, dryRun });

  it('go to one address each, also with eight concurrent claims', async () => {
    const no = 'SF5555666677778';
    const elsewhere = { ...recipient, detail: '别处 1 号' };
    const made = await Promise.all(
      Array.from({ length: 8 }, (_print, at) =>
        newPrint('producing', {}, at % 2 === 0 ? recipient : elsewhere),
      ),
    );
    const answers = await Promise.all(made.map(({ _id }) => send(_id, no)));
    const sent = made.filter((_print, at) => answers[at]?.code === 0);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ addressKey }) => addressKey)).size).toBe(1);
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({
      code: 40001,
      data: { fields: { expressNo: '该快递单号已用于另一个收件地址' } },
    });
  });

  it('are corrected, and then free for others', async () => {
    const [one, other] = [
      await newPrint('producing'),
      await newPrint('producing', {}, { ...recipient, name: '孙' }),
    ];
    await send(one._id, 'sf 1111 0000 2222 3');
    expect((await send(other._id, 'SF1111000022223')).code).toBe(40001);
    expect(await send(one._id, 'SF1111000022224')).toMatchObject({
      code: 0,
      data: { status: 'shipped' },
    });
    expect((await send(other._id, 'SF1111000022223')).code).toBe(0);
    expect((await print(one._id)).history.map(({ reason }) => reason)).toEqual([
      '顺丰速运 SF1111000022223',
      '更正：顺丰速运 SF1111000022224',
    ]);
    for (const [no, carrier] of [
      ['123', 'sf'],
      ['SF12345678901234', 'yto'],
      ['中文单号', 'other'],
    ] as const)
      expect((await send(other._id, no, carrier)).code).toBe(40001);
  });

  it(`are imported from a sheet, ${SHEET_ROWS} rows at once, after a preview that changes nothing`, async () => {
    const made = [];
    for (let at = 0; at < SHEET_ROWS; at += 1)
      made.push(await newPrint('producing', {}, { ...recipient, detail: `第 ${at} 号楼` }));
    const list: Rows = made.map(({ printNo }, at) => ({
      printNo: ` ${printNo} `,
      expressNo: `SF7${String(at).padStart(12, '0')}`,
      ...(at % 2 === 0 && { expressCompany: '顺丰' }),
    }));
    const spoilt: [number, Partial<Rows[number]>][] = [
      [1, { printNo: '没有这个' }],
      [2, { expressNo: '短' }],
      [3, { expressCompany: '某某快递' }],
      [4, { expressNo: list[0]!.expressNo }],
      [5, { printNo: list[6]!.printNo }],
      [7, { expressNo: '12345678', expressCompany: '' }],
    ];
    for (const [at, fields] of spoilt) list[at] = { ...list[at]!, ...fields };
    const before = await world.dump();
    const preview = await load(list, true);
    expect(preview).toMatchObject({ shipped: 0, failed: 6, dryRun: true });
    expect(await world.dump()).toBe(before);
    const answer = await load(list);
    expect(answer).toMatchObject({ shipped: SHEET_ROWS - 6, unchanged: 0, failed: 6 });
    expect(
      answer.results
        .filter(({ result }) => result === 'failed')
        .map(({ row, message }) => [row, message]),
    ).toEqual([
      [1, '找不到这个冲印单号'],
      [2, '快递单号应为 8 到 32 位字母或数字'],
      [3, '无法识别的快递公司'],
      [4, '该快递单号已用于另一个收件地址'],
      [6, '与第 6 行重复'],
      [7, '无法识别快递公司，请填写'],
    ]);
    expect(await print(made[0]!._id)).toMatchObject({
      status: 'shipped',
      expressNo: 'SF7000000000000',
    });
    expect(await load(list)).toMatchObject({ shipped: 0, unchanged: SHEET_ROWS - 6, failed: 6 });
  }, 120_000);
});

describe('files to print', () => {
  it('come with addresses and instructions for each', async () => {
    const { _id, printNo } = await newPrint('confirmed');
    const { list } = await ok('adminPrintOrder', 'getPrintFiles', { ids: [_id, 'gone'] });
    expect(list).toHaveLength(2);
    expect(list[0]?.fileName.startsWith(`${printNo}-01-`)).toBe(true);
    expect((await fetch(list[0]!.url)).status).toBe(200);
  });
});
