import type { VirtualGoods } from '#cloudfunctions/_shared/orders/goods.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { PrintClaim } from '#cloudfunctions/_shared/prints/claimCodes.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { amountOf, linesOf } from '#cloudfunctions/_shared/refunds/lines.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { type Package, packageItem } from '#contract/package.ts';
import { goodsSentences } from '#contract/sentences/packages.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { demoInvoices } from './invoices.ts';
import { demoOrder, demoYear } from './orders.ts';
import {
  demoPrintClaims,
  demoPrintOrders,
  demoUploads,
  orderStatusFor,
  printExamples,
} from './printOrders.ts';
import { createRandom, type Random } from './random.ts';
import { DAY, HOUR, MINUTE, numbered, stamped } from './record.ts';
import { demoRefundAsks } from './refundAsks.ts';
import { demoRefund } from './refunds.ts';
import { demoPackages, demoPrintItems } from './shop.ts';
import type { DemoPerson } from './users.ts';
import type { LedgerLine } from './users.ts';

/** Pictures that people had printed. */
export const printedPictures = (templates: { _id: string }[]) =>
  templates.slice(0, 40).map(({ _id }) => `template/demo/${_id}.jpg`);

export interface Commerce {
  packages: Package[];
  orders: StoredOrder[];
  refunds: StoredRefund[];
  printOrders: StoredPrintOrder[];
  printClaims: PrintClaim[];
  virtualGoods: VirtualGoods[];
  /** Grants and clawbacks of orders, for the ledger and balances in the users' records. */
  postings: LedgerLine[];
}

const refusedGoods = ({ _id, priceFen }: Package, now: number): VirtualGoods => ({
  _id: `${_id}_${priceFen}`,
  ...stamped(now - DAY),
  state: 'waiting',
  attempts: 3,
  error: goodsSentences.sensitive,
  startTime: now - DAY,
  usableTime: null,
  nextTime: null,
});

/** The contract's examples name these orders and refunds; each is in the state its example needs. */
const examples = (random: Random, people: DemoPerson[], packages: Package[], now: number) => {
  const own = people[0]!;
  const wanted: [status: StoredOrder['status'], age: number, pack: number, own?: DemoPerson][] = [
    ['completed', 3 * DAY, 1, own],
    ['pending', 9 * MINUTE, 2],
    ['completed', 2 * DAY, 2],
    ['paid', 5 * HOUR, 3],
    ['pending', 4 * MINUTE, 4, own],
  ];
  for (let at = 1; at <= 7; at += 1) wanted.push(['completed', (at + 1) * DAY, at % 4]);
  const orders = wanted.map(([status, age, pack, by], at) => {
    const person = by ?? people[(at + 1) % people.length]!;
    const items = [packageItem(packages[pack]!)];
    const wish = { _id: numbered('ord', at + 1), person, time: now - age, status, items };
    return demoOrder(random, { ...wish, type: 'package', payChannel: 'wxpay' }, now);
  });
  const unfulfilled = orders[3]!;
  unfulfilled.fulfil = { ...unfulfilled.fulfil, status: 'failed', error: '积分发放失败，请重试' };
  const refused = ['request_failed', '商户账户余额不足，请充值后重试'] as const;
  const states = [
    ['success'],
    ['processing'],
    ['created'],
    ['abnormal'],
    refused,
    refused,
    ['closed'],
  ] as const;
  const refunds = states.map(([status, failure = ''], at) => {
    const order = orders[5 + at]!;
    const amountFen = at % 2 === 0 ? order.payFen : Math.floor(order.payFen / 2);
    const wish = { _id: numbered('rf', at + 1), order, time: now - (9 - at) * HOUR, amountFen };
    return demoRefund(random, { ...wish, status, failure }, now);
  });
  // Voided here, and carried out by the gateway nevertheless.
  const order = orders.at(-1)!;
  const moved = {
    _id: numbered('rf', states.length + 1),
    order,
    time: now - 2 * HOUR,
    amountFen: Math.floor(order.payFen / 4),
    status: 'success' as const,
    voidedAfter: 11 * MINUTE,
  };
  return { orders, refunds: [...refunds, demoRefund(random, moved, now)] };
};

/** The orders of the print orders that the contract's examples name: the same on every day of the year. */
const printOrdersOf = (random: Random, people: DemoPerson[], from: number, now: number) => {
  // WeChat knows of their parcels.
  const members = people.filter(({ openid }) => !openid.includes(':'));
  return printExamples.map(([status, age, own], at) => {
    // Drawn for what follows: these are the same on every day of the year.
    demoPrintItems(random);
    const among = status === 'shipped' ? members : people;
    const wish = {
      _id: numbered('ord', from + at),
      time: now - age,
      type: 'print' as const,
      payChannel: 'wxpay' as const,
      status: orderStatusFor(status),
      items: demoPrintItems(createRandom(at)),
      person: own ? people[0]! : among[(at + 3) % among.length]!,
    };
    const placed = { ...demoOrder(random, wish, now), printOrderId: numbered('prt', at + 1) };
    return status === 'pending' && own ? takenOver(placed, people, now) : placed;
  });
};

/** Placed on the web by another visitor, and taken over by the account that calls the examples. */
const takenOver = (order: StoredOrder, people: DemoPerson[], now: number): StoredOrder => {
  const { _id, nickName } = people.find(({ isAnonymous }) => isAnonymous) ?? people[1]!;
  const time = order.createTime + 5 * MINUTE;
  const reason = printOrderSentences.claimed;
  return {
    ...order,
    source: 'web',
    expireTime: now + 2 * DAY,
    prepaid: true,
    claim: { time, fromUserId: _id, fromNickName: nickName },
    history: [{ time, from: 'pending', to: 'pending', by: '用户', reason }],
  };
};

/** Some buyers of the year get refunds, in whole or in part. */
const someRefunds = (
  random: Random,
  orders: StoredOrder[],
  prints: StoredPrintOrder[],
  from: number,
  now: number,
) => {
  const eligible = orders.filter(
    ({ status, payChannel, payTime }) =>
      status === 'completed' && payChannel === 'wxpay' && now - (payTime ?? now) > DAY,
  );
  return eligible
    .filter(() => random.chance(0.045))
    .map((order, at) => {
      const full = random.chance(0.65);
      const amountFen = full
        ? order.payFen
        : Math.max(1, Math.floor(order.payFen / random.int(2, 4)));
      const time = Math.min(now - 2 * HOUR, (order.payTime ?? now) + random.int(HOUR, 6 * DAY));
      const status = random.chance(0.97) ? ('success' as const) : ('closed' as const);
      const wish = { _id: numbered('rf', from + at), order, time, amountFen, status };
      const print = full ? undefined : prints.find(({ _id }) => _id === order.printOrderId);
      return demoRefund(random, { ...wish, ...(print && firstPhotoOf(order, print)) }, now);
    });
};

/** One print of the first photo came out badly. */
const firstPhotoOf = (order: StoredOrder, print: StoredPrintOrder) => {
  const item = { itemIndex: 0, qty: 1 };
  const [line] = linesOf(order, print);
  if (!line) return undefined;
  const amountFen = amountOf(order, line, item);
  return { amountFen, items: [{ ...item, amountFen }] };
};

const postingsOf = (orders: StoredOrder[], refunds: StoredRefund[]): LedgerLine[] => {
  const bought = orders
    .filter(({ fulfil }) => fulfil.status === 'done')
    .flatMap(({ _id, userId, payFen, fulfil, items }) => {
      const about = { userId, refType: 'order', refId: _id };
      const more = { ...about, reason: items[0]?.name ?? '', createTime: fulfil.time ?? 0 };
      const buy = { kind: 'buy', bucket: 'paid', delta: fulfil.credits, valueFen: payFen } as const;
      const gift = { kind: 'gift', bucket: 'gift', delta: fulfil.giftCredits } as const;
      return [
        { _id: `buy_${_id}_paid`, ...buy, ...more },
        { _id: `buy_${_id}_gift`, ...gift, ...more },
      ];
    });
  const takenBack = refunds.flatMap(({ _id, userId, clawedBack, reason, createTime }) => {
    const sentence = refundSentences.taken(reason);
    const about = { userId, refType: 'refund', refId: _id, reason: sentence };
    const more = { ...about, kind: 'refund_order' as const, createTime };
    return [
      { _id: `${_id}_paid`, bucket: 'paid', delta: -(clawedBack?.paid ?? 0), ...more },
      { _id: `${_id}_gift`, bucket: 'gift', delta: -(clawedBack?.gift ?? 0), ...more },
    ] as const;
  });
  return [...bought, ...takenBack].filter(({ delta }) => delta !== 0);
};

/** What was sold of each, and when last. */
const countSold = (packages: Package[], orders: StoredOrder[]): void => {
  for (const { items, payTime } of orders)
    for (const { refId } of items) {
      const sold = payTime === null ? undefined : packages.find(({ _id }) => _id === refId);
      if (!sold) continue;
      sold.soldCount += 1;
      sold.lastSoldTime = Math.max(sold.lastSoldTime ?? 0, payTime ?? 0);
    }
};

interface Named {
  orders: StoredOrder[];
  refunds: StoredRefund[];
}

/**
 * What follows from a year of orders, in which some have been named before: prints, refunds, deliveries, what was sold.
 * @param before the highest numbers given already
 */
export const demoTrade = (
  random: Random,
  packages: Package[],
  year: StoredOrder[],
  photos: string[],
  now: number,
  before: { printOrders: number; refunds: number },
  named: Named = { orders: [], refunds: [] },
) => {
  const orders = [...named.orders, ...year];
  const namedPrints = named.orders.filter(({ printOrderId }) => printOrderId !== '').length;
  const first = before.printOrders + namedPrints + 1;
  // Newest first: the first one in the list of prints has the lowest number.
  const prints = year.filter(({ type }) => type === 'print').reverse();
  prints.forEach((order, at) => (order.printOrderId = numbered('prt', first + at)));
  const printOrders = demoPrintOrders(random, orders, photos, now, before.printOrders);
  const from = before.refunds + named.refunds.length + 1;
  const refunds = [...named.refunds, ...someRefunds(random, year, printOrders, from, now)];
  demoUploads(orders, printOrders, now);
  countSold(packages, orders);
  return { orders, refunds, printOrders, postings: postingsOf(orders, refunds) };
};

/**
 * Packages, a year of orders and their refunds. The first orders are those the contract's examples name.
 * @param count of orders in all, at least 30
 * @param photos paths of pictures that were printed
 */
export const demoCommerce = (
  random: Random,
  count: number,
  people: DemoPerson[],
  templates: { _id: string; name: string }[],
  now: number,
  photos = printedPictures(templates),
): Commerce => {
  const packages = demoPackages(Math.floor(now / DAY) * DAY);
  const named = examples(random, people, packages, now);
  named.orders.push(...printOrdersOf(random, people, named.orders.length + 1, now));
  const first = named.orders.length + 1;
  const rest = Math.max(0, count - named.orders.length);
  const year = demoYear(random, rest, first, people, packages, templates, now, named.orders);
  const before = { printOrders: 0, refunds: 0 };
  const trade = demoTrade(random, packages, year, photos, now, before, named);
  demoInvoices(trade.orders, now);
  demoRefundAsks(trade.orders, now);
  for (const print of trade.printOrders)
    print.placedOpenid =
      people.find(({ _id }) => _id === print.claim?.fromUserId)?.openid ?? print.placedOpenid;
  const virtualGoods = [refusedGoods(packages[0]!, now)];
  const printClaims = demoPrintClaims(trade.printOrders, now);
  return { packages, ...trade, printClaims, virtualGoods };
};
