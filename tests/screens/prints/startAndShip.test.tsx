import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Envelope } from '#contract/envelope.ts';
import { type PrintOrder, printOrderEntity } from '#contract/printOrder.ts';
import { answer, type Answers, click, failed, ok, put, renderAdmin } from '../renderAdmin.tsx';

const printNo = 'P26112012345678901';
const SF = { expressCompany: 'sf', expressNo: 'SF1234567890123' } as const;
const order = (status: PrintOrder['status'], more: object = {}): PrintOrder =>
  printOrderEntity.record.parse({
    _id: 'prt_1',
    rev: 1,
    createTime: 1,
    updateTime: 1,
    printNo,
    payFen: 100,
    status,
    address: { name: '陈**', phoneTail: '8000', province: '浙江省', city: '杭州市' },
    ...more,
  });
const step = { time: 5, by: '李娜', reason: '' };
const history = [
  { ...step, from: 'confirmed', to: 'producing' },
  { ...step, from: 'producing', to: 'shipped' },
];

/** Its page, where the first of the answers to the dialog leaves the print order as `left`. */
const openPage = (setShipping: () => { answered: Envelope; left: PrintOrder }) => {
  let stored = order('confirmed');
  return renderAdmin({
    at: '/admin/print-orders/prt_1',
    answers: {
      'adminAuditLog.getResourceHistory': { list: [], total: 0 },
      'adminPrintOrder.getPrintOrderById': () =>
        answer('adminPrintOrder', 'getPrintOrderById', {
          ...stored,
          isMiniProgramSet: true,
          waiting: null,
        }),
      'adminPrintOrder.setShipping': () => {
        const { answered, left } = setShipping();
        stored = left;
        return answered;
      },
    },
  });
};

const fillDialog = async () => {
  await click(await screen.findByRole('button', { name: '开始制作并发货' }));
  const dialog = within(await screen.findByRole('dialog', { name: `开始制作并发货 ${printNo}` }));
  put(dialog.getByLabelText(/快递单号/), SF.expressNo);
  await click(dialog.getByRole('button', { name: '开始制作并发货' }));
};

it('a print order that waits for production is started and shipped from its page, in one dialog', async () => {
  const left = order('shipped', { ...SF, rev: 2, history });
  const { dataOf } = openPage(() => ({ answered: ok(left), left }));
  await screen.findByRole('button', { name: '开始制作' });
  expect(screen.queryByRole('button', { name: '发货' })).not.toBeInTheDocument();
  await fillDialog();
  await screen.findByRole('button', { name: '确认签收' });
  expect(dataOf('setShipping')).toEqual([{ ...SF, id: 'prt_1', rev: 1, startProduction: true }]);
  const steps = screen.getAllByRole('listitem').map(item => item.textContent ?? '');
  const at = (title: string) => steps.findIndex(text => text.startsWith(`${title}李娜`));
  expect(at('已发货')).toBeGreaterThanOrEqual(0);
  expect(at('制作中')).toBe(at('已发货') + 1);
});

it('the dialog ships with what was typed where a colleague has started the production meanwhile', async () => {
  const left = order('producing', { rev: 2 });
  const { dataOf } = openPage(() => ({ answered: failed(40_901, undefined, left), left }));
  await fillDialog();
  const dialog = within(await screen.findByRole('dialog', { name: `发货 ${printNo}` }));
  expect(dialog.getByRole('alert')).toBeVisible();
  await click(dialog.getByRole('button', { name: '发货' }));
  await waitFor(() =>
    expect(dataOf('setShipping').at(-1)).toEqual({
      ...SF,
      id: 'prt_1',
      rev: 2,
      startProduction: false,
    }),
  );
});

const row = { row: 0, printNo, _id: 'prt_1', ...SF };
const answers: Answers = {
  'adminPrintOrder.importShipping': ({ data: { startProduction, dryRun } }) => {
    if (dryRun !== true) return failed(50_000);
    const waits = { result: 'failed', message: '「待制作」的冲印订单不能发货' } as const;
    const results = [{ ...row, ...(startProduction ? { result: 'ready' as const } : waits) }];
    const counts = { shipped: 0, unchanged: 0, failed: 0, dryRun: true };
    return answer('adminPrintOrder', 'importShipping', { ...counts, results });
  },
};

it('the import starts production where that is ticked, after the rows are checked again', async () => {
  const { dataOf } = renderAdmin({ at: '/admin/print-orders/import-shipping', answers });
  put(await screen.findByLabelText('粘贴内容'), `${printNo} 顺丰 ${SF.expressNo}`);
  await click(screen.getByRole('button', { name: '下一步：核对' }));
  expect(await screen.findByRole('button', { name: '发货 0 单' })).toBeDisabled();
  const tick = screen.getByRole('checkbox', { name: '未开始制作的一并开始制作' });
  expect(tick).not.toBeChecked();
  fireEvent.click(tick);
  await click(await screen.findByRole('button', { name: '发货 1 单' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^还没有开始制作的会一并开始制作/)).toBeVisible();
  await click(dialog.getByRole('button', { name: '确认发货' }));
  await waitFor(() =>
    expect(
      dataOf('importShipping').map(({ dryRun, startProduction }) => [dryRun, startProduction]),
    ).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]),
  );
});
