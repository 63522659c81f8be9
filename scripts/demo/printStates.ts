import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { OrderStatus } from '#contract/orderStates.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import type { Random } from './random.ts';
import { DAY, HOUR } from './record.ts';

const holds = ['照片模糊，请更换清晰的原图', '人物被裁切，请重新调整', '照片过暗，请更换'];

/** The contract's examples name these; `own`: of the try-out account. `prt_0001` is the first. */
export const printExamples: { status: PrintOrderStatus; age: number; own?: boolean }[] = [
  { status: 'paid', age: 2 * HOUR },
  { status: 'confirmed', age: 9 * HOUR },
  { status: 'confirmed', age: 10 * HOUR },
  { status: 'paid', age: 3 * HOUR },
  { status: 'on_hold', age: 14 * HOUR },
  { status: 'shipped', age: 4 * DAY, own: true },
  { status: 'producing', age: 30 * HOUR },
  { status: 'producing', age: 31 * HOUR },
  { status: 'completed', age: 12 * DAY },
  { status: 'on_hold', age: 20 * HOUR, own: true },
  { status: 'pending', age: HOUR / 4, own: true },
  { status: 'cancelled', age: 5 * DAY },
  // Not named by examples: late ones, and a shop at work.
  { status: 'producing', age: 62 * HOUR },
  { status: 'paid', age: 53 * HOUR },
  { status: 'confirmed', age: 50 * HOUR },
  { status: 'paid', age: HOUR },
  { status: 'paid', age: 4 * HOUR },
  { status: 'paid', age: 6 * HOUR },
  { status: 'confirmed', age: 16 * HOUR },
  { status: 'confirmed', age: 20 * HOUR },
  { status: 'producing', age: 28 * HOUR },
  { status: 'on_hold', age: 30 * HOUR },
  { status: 'shipped', age: 3 * DAY },
  { status: 'shipped', age: 5 * DAY },
];

/** Of the order that belongs to a print order in this state. */
export const orderStatusFor = (status: PrintOrderStatus): OrderStatus => {
  if (status === 'pending') return 'pending';
  if (status === 'cancelled') return 'closed';
  return status === 'completed' ? 'completed' : 'paid';
};

/** By age, as a shop that sends within two days has them. */
export const statusFor = (random: Random, order: StoredOrder, now: number): PrintOrderStatus => {
  if (order.status === 'pending') return 'pending';
  if (order.status === 'closed') return 'cancelled';
  if (order.status !== 'paid') return 'completed';
  const age = now - (order.payTime ?? now);
  if (random.chance(0.06)) return 'on_hold';
  if (age < 10 * HOUR) return 'paid';
  if (age < 24 * HOUR) return 'confirmed';
  return age < 44 * HOUR || random.chance(0.05) ? 'producing' : 'shipped';
};

const way: PrintOrderStatus[] = [
  'pending',
  'paid',
  'confirmed',
  'producing',
  'shipped',
  'completed',
];

/** When it came to each state; the last moment is never later than now. */
export const historyOf = (
  order: StoredOrder,
  status: PrintOrderStatus,
  random: Random,
  now: number,
) => {
  const start = order.createTime;
  const paid = order.payTime ?? start;
  const at = [
    start,
    paid,
    paid + random.int(1, 8) * HOUR,
    paid + random.int(10, 22) * HOUR,
    paid + random.int(26, 46) * HOUR,
    paid + random.int(4, 9) * DAY,
  ].map(time => Math.min(time, now - 60_000));
  const by = ['', '微信支付通知', '管理员', '管理员', '管理员', '用户'];
  const steps =
    status === 'cancelled'
      ? []
      : way.slice(1, (status === 'on_hold' ? 1 : way.indexOf(status)) + 1).map((to, index) => ({
          time: at[index + 1] ?? start,
          from: way[index] ?? '',
          to,
          by: by[index + 1] ?? '',
          reason: '',
        }));
  const last = (
    time: number,
    from: PrintOrderStatus,
    to: PrintOrderStatus,
    who: string,
    reason: string,
  ) => steps.push({ time, from, to, by: who, reason });
  if (status === 'cancelled') last(order.updateTime, 'pending', 'cancelled', '系统', '订单已关闭');
  if (status === 'on_hold')
    last(Math.min(now - 30_000, paid + 2 * HOUR), 'paid', 'on_hold', '管理员', random.pick(holds));
  return steps;
};

export const stepsFor = (status: PrintOrderStatus): StoredPrintOrder['steps'] => {
  const reached = way.indexOf(status);
  const step = (from: number) =>
    reached > from ? ('complete' as const) : ('not_started' as const);
  return {
    fileCheck: status === 'on_hold' ? 'error' : status === 'paid' ? 'in_progress' : step(1),
    fileReady: step(2),
    producing: status === 'producing' ? 'in_progress' : step(3),
    shipping: status === 'shipped' ? 'in_progress' : step(4),
  };
};
