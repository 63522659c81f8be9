import { type OrderDetail, orderEntity } from '#contract/order.ts';
import { type Refund, refundEntity } from '#contract/refund.ts';
import { answer, type Answers, ok } from '../renderAdmin.tsx';
import { aUser } from '../tasks/taskFixture.ts';

export const now = Date.now();
export const times = { rev: 3, createTime: now - 3_600_000, updateTime: now - 3_600_000 };
export const NUMBER = '26112110000000000001';
export const at = '/admin/orders/ord_1';

/** A paid order of credits, of which everything can be refunded. */
export const anOrder = (fields: Partial<OrderDetail> = {}): OrderDetail => {
  const payFen = fields.payFen ?? 4_990;
  return orderEntity.detail.parse({
    _id: 'ord_1',
    ...times,
    orderNo: NUMBER,
    type: 'package',
    userId: 'usr_1',
    openid: 'o_lin',
    userSnap: { nickName: '林小满', phoneTail: '3313' },
    items: [{ refId: 'pkg_1', name: '进阶积分包', qty: 1, unitFen: payFen, amountFen: payFen }],
    totalFen: payFen,
    payFen,
    payChannel: 'wxpay',
    payTime: now - 3_500_000,
    status: 'completed',
    fulfil: { status: 'done', time: now - 3_400_000, credits: 600, giftCredits: 60 },
    refundable: {
      maxFen: payFen,
      nextTime: null,
      obstacle: '',
      credits: 660,
      days: 0,
      allowPartial: true,
      reasons: ['重复购买', '其他'],
    },
    ...fields,
  });
};

export const aRefund = (fields: Partial<Refund> = {}): Refund =>
  refundEntity.record.parse({
    _id: `RF${NUMBER}01`,
    ...times,
    orderId: 'ord_1',
    orderNo: NUMBER,
    orderPayFen: 4_990,
    userId: 'usr_1',
    amountFen: 4_990,
    payChannel: 'wxpay',
    status: 'processing',
    ...fields,
  });

const buyer = aUser('usr_1', '林小满', { ...times, credits: { paid: 700, gift: 100 } });

/** A preview of the refund of a whole order that takes nothing back. */
export const aPreview = (order: OrderDetail, fields: object = {}) =>
  answer('adminOrder', 'previewRefund', {
    amountFen: order.payFen,
    items: [],
    leftFen: 0,
    clawback: { credits: 0, packageDays: 0, allowNegative: false },
    creditsTaken: 0,
    creditsHeld: 0,
    daysTaken: 0,
    daysLeft: 0,
    balance: 800,
    unusedFen: order.payFen,
    cancelsPrints: false,
    leavesPrints: false,
    aboveLimit: '',
    ...fields,
  });

/** As the server would answer for an order that grants 660 credits, of a buyer who has 800. */
export const previewOf = (order: OrderDetail, data: Record<string, unknown>) => {
  const items = (data['items'] ?? []) as { itemIndex: number; qty: number }[];
  const priced = items.map(item => ({
    ...item,
    amountFen: item.qty * Math.floor(order.lines[item.itemIndex]!.paidFen / 2),
  }));
  const made = priced.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const amountFen = Number(data['amountFen'] ?? (items.length > 0 ? made : order.payFen));
  const credits = Math.floor((660 * amountFen) / order.payFen);
  const clawback = { credits, packageDays: 0, allowNegative: false, ...(data['clawback'] ?? {}) };
  return aPreview(order, {
    amountFen,
    items: priced,
    leftFen: order.payFen - amountFen,
    clawback,
    creditsTaken: clawback.credits,
    daysTaken: clawback.packageDays,
    leavesPrints: items.length > 0,
  });
};

/** A transport that holds this order and its buyer. */
export const holding = (order: OrderDetail, more: Answers = {}): Answers => ({
  'adminOrder.previewRefund': ({ data }) => previewOf(order, data),
  'adminOrder.getOrderById': order,
  'adminUser.getUserById': buyer,
  'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
  ...more,
});
