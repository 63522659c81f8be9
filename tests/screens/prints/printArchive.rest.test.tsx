import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type PrintArchive, printArchive } from '#contract/printArchive.ts';
import { type PrintOrder, printOrderEntity } from '#contract/printOrder.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import {
  answer,
  type Answering,
  type Answers,
  click,
  failed,
  renderAdmin,
} from '../renderAdmin.tsx';

const times = { rev: 1, createTime: Date.now(), updateTime: Date.now() };
const order: PrintOrder = printOrderEntity.record.parse({
  _id: 'prt_1',
  ...times,
  printNo: 'P26112012345678901',
  payFen: 100,
  address: {},
  status: 'confirmed',
  batchNo: 'B1',
});
const archiveOf = (fields: Partial<PrintArchive> = {}): PrintArchive =>
  printArchive.parse({
    _id: 'arc_1',
    ...times,
    batchNo: 'B1',
    name: 'B1',
    orderCount: 1,
    status: 'queued',
    total: 2,
    adminId: 'admin_0001',
    ...fields,
  });

const { printNo } = order;
const photo = { printId: 'prt_1', printNo };
const paidBack = { printId: 'prt_2', printNo: 'P2' };
const missing = {
  ...photo,
  itemIndex: 2,
  status: 'confirmed' as const,
  problem: 'missing' as const,
};

/** A server that has this archive, and whose check says this. */
const serverWith = () => {
  const state: { archives: PrintArchive[]; isHeld: boolean } = { archives: [], isHeld: false };
  const answers: Answers = {
    'adminPrintOrder.getPrintOrders': { list: [order], total: 1 },
    'adminPrintOrder.holdPrintOrder': () => {
      state.isHeld = true;
      return answer('adminPrintOrder', 'holdPrintOrder', order);
    },
    'adminPrintArchive.getPrintArchives': () =>
      answer('adminPrintArchive', 'getPrintArchives', {
        list: state.archives,
        total: state.archives.length,
      }),
    'adminPrintArchive.checkPrintPhotos': () =>
      answer('adminPrintArchive', 'checkPrintPhotos', {
        orders: 1,
        photos: 3,
        prints: 7,
        problems: [state.isHeld ? { ...missing, status: 'on_hold', problem: 'waiting' } : missing],
        warnings: [
          { ...photo, itemIndex: 0, status: 'confirmed', warning: 'lowRes' },
          { ...paidBack, itemIndex: 0, status: 'confirmed', warning: 'paidBack' },
        ],
      }),
    'adminPrintArchive.createPrintArchive': () => {
      state.archives = [archiveOf()];
      return answer('adminPrintArchive', 'createPrintArchive', state.archives[0]!);
    },
    'adminPrintArchive.cancelPrintArchive': () => failed(40902, '生成已结束，不能停止'),
    'adminPrintArchive.getPrintArchiveUrl': {
      url: 'http://files/B1-2.zip',
      fileName: 'B1-2.zip',
      expireTime: Date.now() + 60_000,
    },
  };
  return { state, answers };
};

afterEach(() => vi.restoreAllMocks());

it('names photos that cannot be printed, asks for others, makes the rest and offers the parts', async () => {
  const { state, answers } = serverWith();
  const at = '/admin/print-orders/pick-sheet?batchNo=B1';
  const { sent, dataOf } = renderAdmin({
    at,
    answers: {
      ...answers,
      'adminPrintArchive.createPrintArchive': call => {
        if (sent('createPrintArchive').length === 1) throw new PlatformFailure('NETWORK', '断网');
        return (answers['adminPrintArchive.createPrintArchive'] as Answering)(call);
      },
    },
  });
  await screen.findByText('还没有生成过打印文件。');
  await click(await screen.findByRole('button', { name: '生成打印文件' }));
  const dialog = await screen.findByRole('dialog', { name: '生成打印文件' });
  await within(dialog).findByText('1 幅照片不能打印，不会包含在内');
  within(dialog).getByText('第 3 幅：原图已被删除');
  within(dialog).getByText('第 1 幅：分辨率不足，可能模糊');
  within(dialog).getByText('第 1 幅：已退款，仍会打印');
  expect(within(dialog).queryByRole('button', { name: '请 P2 的用户换图' })).toBeNull();

  const [ask] = within(dialog).getAllByRole('button', { name: `请 ${printNo} 的用户换图` });
  await click(ask!);
  await within(dialog).findByText('第 3 幅：等待用户换图');
  // The pick sheet behind shows it too.
  await waitFor(() => expect(sent('getPrintOrders')).toHaveLength(2));
  expect(dataOf('holdPrintOrder')[0]).toEqual({
    id: 'prt_1',
    itemIndexes: [2],
    reason: '原图已被删除',
  });

  await click(within(dialog).getByRole('button', { name: '不含这 1 幅，开始生成' }));
  await within(dialog).findByText('断网');
  await click(within(dialog).getByRole('checkbox', { name: `不包含 ${printNo} 的这些照片` }));
  await click(within(dialog).getByRole('button', { name: '不含这 2 幅，开始生成' }));
  await within(dialog).findByText('排队中');
  const [first, second] = dataOf('createPrintArchive');
  // Another choice is another request: the first may have arrived.
  expect(second?.['idemKey']).not.toBe(first?.['idemKey']);
  expect(second).toMatchObject({
    batchNo: 'B1',
    leaveOut: [
      { id: 'prt_1', itemIndex: 2 },
      { id: 'prt_1', itemIndex: 0 },
    ],
  });

  state.archives = [
    archiveOf({
      status: 'ready',
      done: 2,
      problems: [{ printId: 'prt_1', printNo, itemIndex: 2, problem: 'waiting' }],
      parts: [
        { fileName: 'B1-1.zip', sizeBytes: 2_000_000, photos: 1 },
        { fileName: 'B1-2.zip', sizeBytes: 1_000, photos: 1 },
      ],
    }),
  ];
  await click(within(dialog).getByRole('button', { name: '停止' }));
  await within(dialog).findByText('完成，缺 1 幅');
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(this.href);
  });
  await click(within(dialog).getByRole('button', { name: '下载 B1-2.zip' }));
  await waitFor(() => expect(followed).toEqual(['http://files/B1-2.zip']));
  expect(dataOf('getPrintArchiveUrl')[0]).toEqual({ id: 'arc_1', part: 1 });
});
