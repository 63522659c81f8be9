import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { PrintClaim } from '#cloudfunctions/_shared/prints/claimCodes.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { amountOf, linesOf } from '#cloudfunctions/_shared/refunds/lines.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { type Package, packageItem } from '#contract/package.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { demoOrder, demoYear } from './orders.ts';
import { demoPrintClaims } from './printClaims.ts';
import { demoPrintOrders } from './printOrders.ts';
import { orderStatusFor, printExamples } from './printStates.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, MINUTE, numbered } from './record.ts';
import { demoRefund } from './refunds.ts';
import { demoPackages } from './shop.ts';
import { demoPrintItems } from './shop.ts';
import { demoUploads } from './uploads.ts';
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
  /** Grants and clawbacks of orders, for the ledger and balances in the users' records. */
  postings: LedgerLine[];
}

/** The contract's examples name these orders and refunds; each is in the state its example needs. */
const examples = (random: Random, people: DemoPerson[], packages: Package[], now: number) => {
  const bought = (at: number) => packageItem(packages[at] as Package);
  const make = (
    number: number,
    status: StoredOrder['status'],
    ageMs: number,
    item = bought(2),
    person = people[number % people.length] as DemoPerson,
  ) =>
    demoOrder(
      random,
      {
        _id: numbered('ord', number),
        person,
        time: now - ageMs,
        type: 'package',
        status,
        payChannel: 'wxpay',
        items: [item],
      },
      now,
    );
  const own = people[0] as DemoPerson;
  const orders = [
    make(1, 'completed', 3 * DAY, bought(1), own),
    make(2, 'pending', 9 * MINUTE),
    make(3, 'completed', 2 * DAY),
    make(4, 'paid', 5 * HOUR, bought(3)),
    make(5, 'pending', 4 * MINUTE, bought(4), own),
    ...[1, 2, 3, 4, 5, 6, 7].map(at => make(5 + at, 'completed', (at + 1) * DAY, bought(at % 4))),
  ];
  const [, , , unfulfilled] = orders as [StoredOrder, StoredOrder, StoredOrder, StoredOrder];
  unfulfilled.fulfil = { ...unfulfilled.fulfil, status: 'failed', error: '积分发放失败，请重试' };
  const states = [
    ['success', ''],
    ['processing', ''],
    ['created', ''],
    ['abnormal', ''],
    ['request_failed', '商户账户余额不足，请充值后重试'],
    ['request_failed', '商户账户余额不足，请充值后重试'],
    ['closed', ''],
  ] as const;
  const refunds = states.map(([status, failure], at) => {
    const order = orders[5 + at] as StoredOrder;
    const amountFen = at % 2 === 0 ? order.payFen : Math.floor(order.payFen / 2);
    const wish = { _id: numbered('rf', at + 1), order, time: now - (9 - at) * HOUR, amountFen };
    return demoRefund(random, { ...wish, status, failure }, now);
  });
  // Voided here, and carried out by the gateway nevertheless.
  const last = orders.at(-1) as StoredOrder;
  const moved = {
    _id: numbered('rf', states.length + 1),
    order: last,
    time: now - 2 * HOUR,
    amountFen: Math.floor(last.payFen / 4),
    status: 'success' as const,
    voidedAfter: 660_000,
  };
  return { orders, refunds: [...refunds, demoRefund(random, moved, now)] };
};

/** The orders of the print orders that the contract's examples name. */
const printOrdersOf = (random: Random, people: DemoPerson[], from: number, now: number) => {
  // WeChat knows of their parcels.
  const members = people.filter(({ openid }) => !openid.includes(':'));
  return printExamples.map(({ status, age, own }, at) => {
    const among = status === 'shipped' ? members : people;
    const order = demoOrder(
      random,
      {
        _id: numbered('ord', from + at),
        time: now - age,
        type: 'print',
        payChannel: 'wxpay',
        status: orderStatusFor(status),
        items: demoPrintItems(random),
        person: (own ? people[0] : among[(at + 3) % among.length]) as DemoPerson,
      },
      now,
    );
    const placed = { ...order, printOrderId: numbered('prt', at + 1) };
    return status === 'pending' && own ? takenOver(placed, people, now) : placed;
  });
};

/** Placed on the web by another visitor, and taken over by the account that calls the examples. */
const takenOver = (order: StoredOrder, people: DemoPerson[], now: number): StoredOrder => {
  const placer = people.find(({ isAnonymous }) => isAnonymous) ?? (people[1] as DemoPerson);
  const time = order.createTime + 5 * MINUTE;
  return {
    ...order,
    source: 'web',
    expireTime: now + 2 * DAY,
    prepaid: true,
    claim: { time, fromUserId: placer._id, fromNickName: placer.nickName },
    history: [
      {
        time,
        from: 'pending',
        to: 'pending',
        by: '用户',
        reason: printOrderSentences.claimed(placer.nickName, order.userSnap.nickName),
      },
    ],
  };
};

/** Some buyers of the year get refunds, in whole or in part. */
export const someRefunds = (
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

export const postingsOf = (orders: StoredOrder[], refunds: StoredRefund[]): LedgerLine[] => {
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
export const countSold = (packages: Package[], orders: StoredOrder[]): void => {
  for (const { items, payTime } of orders)
    for (const { refId } of items) {
      const sold = payTime === null ? undefined : packages.find(({ _id }) => _id === refId);
      if (!sold) continue;
      sold.soldCount += 1;
      sold.lastSoldTime = Math.max(sold.lastSoldTime ?? 0, payTime ?? 0);
    }
};

/** Newest first: the first one in the list of prints has the lowest number. */
export const numberPrints = (orders: StoredOrder[], before: number): number => {
  const prints = orders.filter(({ type }) => type === 'print').reverse();
  prints.forEach((order, at) => (order.printOrderId = numbered('prt', before + at + 1)));
  return prints.length;
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
  numberPrints(year, printExamples.length);
  const orders = [...named.orders, ...year];
  const printOrders = demoPrintOrders(random, orders, photos, now);
  for (const print of printOrders)
    print.placedOpenid =
      people.find(({ _id }) => _id === print.claim?.fromUserId)?.openid ?? print.placedOpenid;
  const printClaims = demoPrintClaims(printOrders, now);
  const refunds = [
    ...named.refunds,
    ...someRefunds(random, year, printOrders, named.refunds.length + 1, now),
  ];
  demoUploads(orders, printOrders, now);
  countSold(packages, orders);
  return {
    packages,
    orders,
    refunds,
    printOrders,
    printClaims,
    postings: postingsOf(orders, refunds),
  };
};
