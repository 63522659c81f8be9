import { grantOf } from '#cloudfunctions/_shared/orders/grant.ts';
import {
  blankOrder,
  newOrderNo,
  orderGrams,
  type StoredOrder,
} from '#cloudfunctions/_shared/orders/orders.ts';
import type { Order } from '#contract/order.ts';
import type { OrderStatus, OrderType } from '#contract/orderStates.ts';
import { type Package, packageItem } from '#contract/package.ts';
import type { PayChannel } from '#contract/payChannels.ts';
import type { Random } from './random.ts';
import { DAY, MINUTE, numbered } from './record.ts';
import { demoPrintItems } from './shop.ts';
import type { DemoPerson } from './users.ts';

const SHANGHAI_MS = 8 * 3_600_000;

/** Lunar dates of the years a demo may show; [Spring Festival, Qixi]. */
const lunar: Record<number, [string, string]> = {
  2024: ['02-10', '08-10'],
  2025: ['01-29', '08-29'],
  2026: ['02-17', '08-19'],
  2027: ['02-06', '08-08'],
  2028: ['01-26', '08-26'],
  2029: ['02-13', '08-16'],
  2030: ['02-03', '08-05'],
};

const daysFrom = (day: number, year: number, monthDay: string) =>
  (day - Date.parse(`${year}-${monthDay}T00:00:00Z`)) / DAY;

/** Activity of a day relative to an ordinary one. `day` is its midnight in Shanghai, as if it were UTC. */
const seasonOf = (day: number): number => {
  const date = new Date(day);
  const year = date.getUTCFullYear();
  const [spring, qixi] = lunar[year] ?? ['02-08', '08-15'];
  const toSpring = daysFrom(day, year, spring);
  if (toSpring >= -12 && toSpring <= 4) return 2.4;
  const toQixi = daysFrom(day, year, qixi);
  if (toQixi >= -4 && toQixi <= 1) return 2;
  const toYearEnd = Math.min(
    Math.abs(daysFrom(day, year, '12-31')),
    Math.abs(daysFrom(day, year - 1, '12-31')),
  );
  if (toYearEnd <= 10) return 1.7;
  const weekday = date.getUTCDay();
  return weekday === 0 || weekday === 6 ? 1.25 : 1;
};

/** By hour in Shanghai: quiet nights, a rise at noon, most in the evening. */
const hours = [3, 2, 1, 1, 1, 1, 2, 4, 6, 7, 8, 9, 11, 9, 8, 8, 8, 9, 10, 12, 14, 14, 11, 7];

const drawFrom = (weights: number[], random: Random): number => {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex(weight => (left -= weight) < 0);
  return at < 0 ? weights.length - 1 : at;
};

/**
 * Instants of one year, in order: a service that grows, with its festivals and evenings. Today has as many as a day has
 * by this hour.
 * @param now nothing is later
 * @param taken instants that exist already: each takes the place of another of its day
 */
const busyInstants = (
  random: Random,
  count: number,
  now: number,
  taken: readonly number[] = [],
): number[] => {
  const today = Math.floor((now + SHANGHAI_MS) / DAY) * DAY;
  const days = Array.from({ length: 365 }, (_, at) => today - (364 - at) * DAY);
  const weights = days.map((day, at) => seasonOf(day) * (0.25 + 1.6 * (at / 364) ** 2));
  const draw = (): number => {
    const day = days[drawFrom(weights, random)] ?? today;
    const within = drawFrom(hours, random) * 3_600_000 + random.int(0, 3_599_999);
    const instant = day + within - SHANGHAI_MS;
    return instant > now - 60_000 ? draw() : instant;
  };
  const instants = Array.from({ length: count + taken.length }, draw);
  const dayAt = (instant: number) => Math.floor((instant + SHANGHAI_MS) / DAY);
  for (const time of taken) {
    const sameDay = instants.findIndex(instant => dayAt(instant) === dayAt(time));
    instants.splice(sameDay < 0 ? random.int(0, instants.length - 1) : sameDay, 1);
  }
  return instants.sort((a, b) => a - b);
};

type OrderWish = Pick<Order, '_id' | 'type' | 'status' | 'payChannel' | 'items'> & {
  person: DemoPerson;
  time: number;
};

const emptySnapshot = { type: '', credits: 0, giftCredits: 0, days: null };

const templateItem = (random: Random, templates: { _id: string; name: string }[]) => {
  const { _id, name } = random.pick(templates);
  const unitFen = random.pick([199, 299, 490, 990]);
  const snapshot = { ...emptySnapshot, type: 'template', credits: random.pick([5, 8, 10, 15]) };
  return { refId: _id, name, qty: 1, unitFen, amountFen: unitFen, snapshot };
};

/** One order as the functions would have left it. */
export const demoOrder = (random: Random, wish: OrderWish, now: number): StoredOrder => {
  const { _id, person, time, type, status, payChannel, items } = wish;
  const totalFen = items.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const payFen = payChannel === 'code' ? 0 : totalFen;
  const isEnded = status === 'completed' || status === 'refunded';
  const paid = isEnded || status === 'paid';
  const { openid, nickName, phoneTail } = person;
  const payTime = paid ? Math.min(now - 1_000, time + random.int(8_000, 6 * MINUTE)) : null;
  const done = payTime !== null && (status !== 'paid' || type === 'print');
  const doneTime = (payTime ?? time) + 2_000;
  const moves: [OrderStatus, OrderStatus, string, string, number][] = [];
  if (payTime !== null) moves.push(['pending', 'paid', '微信支付通知', '支付成功', payTime]);
  if (isEnded) moves.push(['paid', 'completed', '系统', '权益已发放', doneTime]);
  const closeTime = Math.min(now - 1_000, time + 30 * MINUTE);
  if (status === 'closed') moves.push(['pending', 'closed', '系统', '超时未支付', closeTime]);
  const order = {
    ...blankOrder(),
    _id,
    rev: 1 + moves.length,
    createTime: time,
    updateTime: moves.at(-1)?.[4] ?? time,
    orderNo: newOrderNo(time, random.int(0, 999_999)),
    type,
    userId: person._id,
    openid,
    status,
    payChannel,
    items,
    userSnap: { nickName, phoneTail },
    totalFen,
    discountFen: totalFen - payFen,
    payFen,
    payTime,
    transactionId:
      payTime !== null && payChannel === 'wxpay'
        ? `42000${String(random.int(1e9, 9e9))}${String(time).slice(0, 13)}`
        : '',
    expireTime: status === 'pending' ? now + DAY : time + 30 * MINUTE,
    fulfil: {
      nextTime: null,
      status: done ? ('done' as const) : ('none' as const),
      time: done ? doneTime : null,
      error: '',
      ...(done ? grantOf({ items }) : { credits: 0, giftCredits: 0, days: 0 }),
    },
    source: openid.includes(':') ? ('web' as const) : ('mini_program' as const),
    remark: type === 'print' && random.chance(0.2) ? random.pick(remarks) : '',
    prepaid: payChannel === 'wxpay',
    history: moves.map(([from, to, by, reason, at]) => ({ from, to, by, reason, time: at })),
  };
  return { ...order, grams: orderGrams(order) };
};
const remarks = ['请包装结实一点', '麻烦尽快发货', '送人的，不要放小票', '背面请印日期'];

const typeOf = (random: Random): OrderType =>
  random.chance(0.64) ? 'package' : random.chance(0.5) ? 'template' : 'print';

const channelOf = (random: Random, type: OrderType): PayChannel => {
  if (type === 'print' || random.chance(0.88))
    return type !== 'print' || random.chance(0.98) ? 'wxpay' : 'offline';
  return type === 'package' && random.chance(0.45) ? 'code' : 'wxpay';
};

/** Prints of the last days are still in production. */
const statusOf = (random: Random, type: OrderType, age: number): OrderStatus => {
  if (random.chance(0.13)) return 'closed';
  if (type !== 'print') return 'completed';
  return age < 9 * DAY ? 'paid' : 'completed';
};

/**
 * Who has been there by each of some instants that only grow. The order is that of `people`: the first ones buy more than
 * the rest.
 */
const createBuyers = (people: DemoPerson[]) => {
  const places = new Map(people.map((person, at) => [person, at]));
  const placeOf = (person: DemoPerson) => places.get(person) ?? 0;
  const coming = [...people].sort((a, b) => b.createTime - a.createTime);
  const there: DemoPerson[] = [];
  return (random: Random, time: number): DemoPerson => {
    for (let next = coming.at(-1); next && next.createTime < time; next = coming.at(-1)) {
      const place = placeOf(next);
      const after = there.findLastIndex(other => placeOf(other) < place);
      there.splice(after + 1, 0, next);
      coming.pop();
    }
    const among = there.length > 0 ? there : people.slice(0, 1);
    return among[Math.floor(random.next() ** 1.5 * among.length)] ?? people[0]!;
  };
};

/** The offers as they were: before its last change the third one gave fewer credits as a gift. */
const asOf = (offer: Package, time: number): Package =>
  offer._id === 'pkg_0003' && time < offer.updateTime ? { ...offer, giftCredits: 30 } : offer;

/** A year of orders around those that exist already, oldest first, numbered on from `firstNumber`. */
export const demoYear = (
  random: Random,
  count: number,
  firstNumber: number,
  people: DemoPerson[],
  packages: Package[],
  templates: { _id: string; name: string }[],
  now: number,
  others: readonly StoredOrder[] = [],
): StoredOrder[] => {
  const sold = packages.filter(({ status }) => status === 'enabled');
  /** Who has had what may be bought once. */
  const had = new Set<string>();
  const offerFor = ({ _id }: DemoPerson): Package => {
    const offer = random.pick([...sold, ...sold.slice(0, 3)]);
    if (offer.limitPerUser === null) return offer;
    const key = `${_id} ${offer._id}`;
    if (had.has(key)) return random.pick(sold.filter(({ limitPerUser }) => limitPerUser === null));
    had.add(key);
    return offer;
  };
  const buyerAt = createBuyers(people);
  const taken = others.map(({ createTime }) => createTime);
  return busyInstants(random, count, now, taken).map((time, at) => {
    const person = buyerAt(random, time);
    const type = typeOf(random);
    const payChannel = channelOf(random, type);
    const status = payChannel === 'wxpay' ? statusOf(random, type, now - time) : 'completed';
    const item =
      type === 'package'
        ? packageItem(asOf(offerFor(person), time))
        : templateItem(random, templates);
    const items = type === 'print' ? demoPrintItems(random) : [item];
    const _id = numbered('ord', firstNumber + at);
    return demoOrder(random, { _id, person, time, type, status, payChannel, items }, now);
  });
};
