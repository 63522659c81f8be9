import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type PrintOrder, printOrderEntity } from '#contract/printOrder.ts';
import { click, failed, renderAdmin } from '../renderAdmin.tsx';

const order: PrintOrder = printOrderEntity.record.parse({
  _id: 'prt_1',
  rev: 1,
  createTime: 1,
  updateTime: 1,
  printNo: 'P26112012345678901',
  payFen: 100,
  status: 'confirmed',
  userId: 'usr_1',
  orderId: 'ord_1',
  address: {
    name: '陈**',
    phoneTail: '8000',
    province: '浙江省',
    city: '杭州市',
    district: '西湖区',
  },
});

it('an address that a customer has sent is pasted once, and fills the fields', async () => {
  const { dataOf } = renderAdmin({
    at: '/admin/print-orders/prt_1',
    answers: {
      'adminPrintOrder.getPrintOrderById': { ...order, isMiniProgramSet: true, waiting: null },
      'adminPrintOrder.updateAddress': () => failed(50_000),
    },
  });
  await click(await screen.findByRole('button', { name: '修改地址' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.paste(dialog.getByLabelText('粘贴收货信息'), {
    clipboardData: { getData: () => '东莞市南城街道鸿福路1号 张三 139 0013 9000' },
  });
  await waitFor(() => expect(dialog.getByLabelText(/^城市/)).toHaveValue('东莞市'));
  await click(dialog.getByRole('button', { name: '保存地址' }));
  await waitFor(() => expect(dataOf('updateAddress')).toHaveLength(1));
  expect(dataOf('updateAddress')[0]?.['address']).toEqual({
    name: '张三',
    phone: '13900139000',
    province: '广东省',
    city: '东莞市',
    district: '',
    detail: '南城街道鸿福路1号',
  });
});
