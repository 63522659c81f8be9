import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { commerceOf } from '../orders/commerce.ts';
import type { World } from '../world/harness.ts';

const DAY = 86_400_000;

export const recipient = {
  name: '赵小满',
  phone: '13912345678',
  province: '江苏省',
  city: '苏州市',
  district: '姑苏区',
  detail: '平江路 88 号 3 幢 502 室',
};

/** Print orders as tests need them, each with an order of its own. */
export const printsOf = async (world: World) => {
  const commerce = commerceOf(world);
  const { addressFieldsOf } = await import('#cloudfunctions/_shared/prints/address.ts');
  const print = (id: string) => commerce.one<StoredPrintOrder>('printOrders', id);

  let made = 0;
  let model: StoredPrintOrder | undefined;
  const newPrint = async (
    status: PrintOrderStatus,
    fields: Partial<StoredPrintOrder> = {},
    address = recipient,
  ): Promise<StoredPrintOrder> => {
    model ??= await print('prt_0001');
    const number = (made += 1);
    const _id = `prt_t${number}`;
    const unpaid = status === 'pending' || status === 'cancelled';
    const done = status === 'completed' ? ('completed' as const) : ('paid' as const);
    const order = await commerce.newOrder({
      type: 'print',
      printOrderId: _id,
      status: status === 'pending' ? 'pending' : status === 'cancelled' ? 'closed' : done,
      prepaid: false,
      refundedFen: 0,
      refundingFen: 0,
    });
    const sent = status === 'shipped' || status === 'completed';
    const now = Date.now();
    const record: StoredPrintOrder = {
      ...model,
      _id,
      rev: 1,
      printNo: `P${String(now).slice(-9)}${number}`,
      status,
      history: [],
      orderId: order._id,
      orderNo: order.orderNo,
      payFen: order.payFen,
      items: [model.items[0]!, model.items[0]!].map(item => ({ ...item, itemStatus: 'ok' })),
      hold: status === 'on_hold' ? { time: now - 3_600_000, reason: '照片模糊' } : null,
      expressCompany: sent ? 'sf' : '',
      expressNo: sent ? `SF99${now}${number}` : '',
      shipTime: sent ? now - DAY : null,
      slaTime: unpaid ? null : now + DAY,
      overdue: false,
      issues: [],
      reprintOf: '',
      reprintIds: [],
      addressChanges: [],
      batchNo: '',
      ...addressFieldsOf(_id, address),
      ...fields,
    };
    await world.insert('printOrders', [record as never]);
    return record;
  };

  return { ...commerce, print, newPrint };
};
