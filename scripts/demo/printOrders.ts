import { randomCode } from '#cloudfunctions/_shared/base/randomCode.ts';
import { seal } from '#cloudfunctions/_shared/base/secrets.ts';
import { noUpload, type StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { addressFieldsOf } from '#cloudfunctions/_shared/prints/address.ts';
import {
  claimIdOf,
  claimPlace,
  type PrintClaim,
} from '#cloudfunctions/_shared/prints/claimCodes.ts';
import {
  newBatchNo,
  newPrintNo,
  noLogistics,
  printGrams,
  type StoredPrintOrder,
} from '#cloudfunctions/_shared/prints/records.ts';
import { normaliseCode } from '#contract/codeText.ts';
import type { OrderStatus } from '#contract/orderStates.ts';
import { sizeSnapOf } from '#contract/printItem.ts';
import { type LogisticsStatus, printOrderEntity } from '#contract/printOrder.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { uploadSentences } from '#contract/sentences/shipping.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';
import { COVER } from './pictures.ts';
import { createRandom, type Random } from './random.ts';
import { DAY, HOUR, MINUTE, numbered, recordOf, stamped } from './record.ts';
import { kindOf } from './shop.ts';

const places = [
  '浙江省 杭州市 西湖区 文三路',
  '上海市 上海市 徐汇区 漕溪北路',
  '广东省 深圳市 南山区 科技园科苑路',
  '四川省 成都市 武侯区 人民南路四段',
  '北京市 北京市 朝阳区 望京街',
  '江苏省 南京市 鼓楼区 中山北路',
  '湖北省 武汉市 洪山区 珞喻路',
  '陕西省 西安市 雁塔区 小寨东路',
  '福建省 厦门市 思明区 湖滨南路',
  '山东省 青岛市 市南区 香港中路',
];
const surnames = [...'陈林黄张李王吴刘蔡杨许郑谢郭洪曾邱廖赖周'];
const givenNames = '晓雨 子涵 佳怡 浩然 思远 雅婷 建国 丽华 俊杰 欣怡 志强 梓萱 文博 静'.split(' ');

const addressOf = (random: Random) => {
  const [province = '', city = '', district = '', street] = random.pick(places).split(' ');
  const house = `${random.int(1, 399)} 号 ${random.int(1, 20)} 幢 ${random.int(101, 2_402)} 室`;
  const name = `${random.pick(surnames)}${random.pick(givenNames)}`;
  const phone = `13${random.int(0, 9)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`;
  return { name, phone, province, city, district, detail: `${street} ${house}` };
};

/** The contract's examples name these; `own`: of the try-out account. `prt_0001` is the first. */
export const printExamples: readonly [status: PrintOrderStatus, age: number, own?: boolean][] = [
  ['paid', 2 * HOUR],
  ['confirmed', 9 * HOUR],
  ['confirmed', 10 * HOUR],
  ['paid', 3 * HOUR],
  ['on_hold', 14 * HOUR],
  ['shipped', 4 * DAY, true],
  ['producing', 30 * HOUR],
  ['producing', 31 * HOUR],
  ['completed', 12 * DAY],
  ['on_hold', 20 * HOUR, true],
  ['pending', HOUR / 4, true],
  ['cancelled', 5 * DAY],
  // Not named by examples: late ones, and a shop at work.
  ['producing', 62 * HOUR],
  ['paid', 53 * HOUR],
  ['confirmed', 50 * HOUR],
  ['paid', HOUR],
  ['paid', 4 * HOUR],
  ['paid', 6 * HOUR],
  ['confirmed', 16 * HOUR],
  ['confirmed', 20 * HOUR],
  ['producing', 28 * HOUR],
  ['on_hold', 30 * HOUR],
  ['shipped', 3 * DAY],
  ['shipped', 5 * DAY],
];

/** Of the order that belongs to a print order in this state. */
export const orderStatusFor = (status: PrintOrderStatus): OrderStatus => {
  if (status === 'pending') return 'pending';
  if (status === 'cancelled') return 'closed';
  return status === 'completed' ? 'completed' : 'paid';
};

/** By age, as a shop that sends within two days has them. */
const statusFor = (random: Random, order: StoredOrder, now: number): PrintOrderStatus => {
  if (order.status === 'pending') return 'pending';
  if (order.status === 'closed') return 'cancelled';
  if (order.status !== 'paid') return 'completed';
  const age = now - (order.payTime ?? now);
  if (random.chance(0.06)) return 'on_hold';
  if (age < 10 * HOUR) return 'paid';
  if (age < 24 * HOUR) return 'confirmed';
  return age < 44 * HOUR || random.chance(0.05) ? 'producing' : 'shipped';
};

const holds = ['照片模糊，请更换清晰的原图', '人物被裁切，请重新调整', '照片过暗，请更换'];

/** Who moved it to each state, and how long after the payment. */
const way: readonly [
  status: PrintOrderStatus,
  by: string,
  unit: number,
  least: number,
  most: number,
][] = [
  ['confirmed', '管理员', HOUR, 1, 8],
  ['producing', '管理员', HOUR, 10, 22],
  ['shipped', '管理员', HOUR, 26, 46],
  ['completed', '用户', DAY, 4, 9],
];
const states: PrintOrderStatus[] = ['pending', 'paid', ...way.map(([status]) => status)];

/** When it came to each state; the last moment is never later than now. */
const historyOf = (order: StoredOrder, status: PrintOrderStatus, random: Random, now: number) => {
  const paid = order.payTime ?? order.createTime;
  const latest = now - MINUTE;
  const all = [
    { to: states[1]!, by: '微信支付通知', time: Math.min(paid, latest) },
    ...way.map(([to, by, unit, least, most]) => {
      const time = Math.min(paid + random.int(least, most) * unit, latest);
      return { to, by, time };
    }),
  ];
  const last = (time: number, from: PrintOrderStatus, by: string, reason: string) => ({
    time,
    from,
    to: status,
    by,
    reason,
  });
  if (status === 'cancelled') return [last(order.updateTime, 'pending', '系统', '订单已关闭')];
  const isHeld = status === 'on_hold';
  const steps = all
    .slice(0, isHeld ? 1 : states.indexOf(status))
    .map((step, at) => ({ from: states[at] ?? '', reason: '', ...step }));
  if (!isHeld) return steps;
  const time = Math.min(now - MINUTE / 2, paid + 2 * HOUR);
  return [...steps, last(time, 'paid', '管理员', random.pick(holds))];
};

const stepsFor = (status: PrintOrderStatus): StoredPrintOrder['steps'] => {
  const reached = states.indexOf(status);
  const step = (from: number) => (reached > from ? 'complete' : 'not_started');
  return {
    fileCheck: status === 'on_hold' ? 'error' : status === 'paid' ? 'in_progress' : step(1),
    fileReady: step(2),
    producing: status === 'producing' ? 'in_progress' : step(3),
    shipping: status === 'shipped' ? 'in_progress' : step(4),
  };
};

const SLA = 48 * HOUR;

/** What a photo loses to fit its paper, the same on both sides. */
const centred = (paper: number) => {
  const photo = COVER.width / COVER.height;
  const round = (share: number) => Math.round(share * 10_000) / 10_000;
  const w = round(Math.min(1, paper / photo));
  const h = round(Math.min(1, photo / paper));
  return { x: round((1 - w) / 2), y: round((1 - h) / 2), w, h, rotate: 0 };
};

const itemsOf = (order: StoredOrder, photos: string[], random: Random) =>
  order.items.flatMap(item => {
    const kind = kindOf(item);
    if (!kind) return [];
    const { size, paper, priceId } = kind;
    const { unitFen } = item;
    const count = Math.min(item.qty, random.int(1, 5));
    return Array.from({ length: count }, (_photo, at) => {
      const qty = Math.floor(item.qty / count) + (at < item.qty % count ? 1 : 0);
      const dpi = random.chance(0.1) ? random.int(90, 170) : random.int(200, 420);
      return {
        filePath: random.pick(photos),
        sizeId: size._id,
        paper,
        qty,
        priceId,
        dpi,
        sizeSnap: sizeSnapOf(size),
        unitFen,
        amountFen: qty * unitFen,
        lowRes: dpi < 180,
        crop: centred(size.widthMm / size.heightMm),
        itemStatus: 'ok' as 'ok' | 'bad' | 'replaced',
      };
    });
  });

const expressFor = (random: Random) => {
  const digits = (n: number) => Array.from({ length: n }, () => String(random.int(0, 9))).join('');
  return random.pick([
    { expressCompany: 'sf', expressNo: `SF${digits(13)}` },
    { expressCompany: 'yto', expressNo: `YT${digits(13)}` },
    { expressCompany: 'jd', expressNo: `JDV${digits(12)}` },
  ]);
};

const sumOf = <T>(items: T[], of: (item: T) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

/** The print order of one order, as the functions would have left it. */
const printOrderOf = (
  order: StoredOrder,
  status: PrintOrderStatus,
  photos: string[],
  random: Random,
  now: number,
): StoredPrintOrder => {
  const { printOrderId: _id, createTime, orderNo, userId, openid, userSnap, source, claim } = order;
  const history = historyOf(order, status, random, now);
  const timeOf = (to: PrintOrderStatus) => history.find(move => move.to === to)?.time ?? null;
  const items = itemsOf(order, photos, random);
  const [paid, producing, shipTime] = [timeOf('paid'), timeOf('producing'), timeOf('shipped')];
  const held = timeOf('on_hold');
  const reason = history.at(-1)?.reason ?? '';
  if (held !== null && items[0]) items[0].itemStatus = 'bad';
  const slaTime = paid === null ? null : paid + SLA;
  const inWork = status === 'paid' || status === 'confirmed' || status === 'producing';
  const low = items.flatMap(({ lowRes, dpi }, itemIndex) => {
    const [code, desc] = ['low_resolution' as const, `约 ${dpi} dpi，冲印可能模糊`];
    const resolved = shipTime !== null;
    return lowRes ? [{ code, desc, itemIndex, time: createTime, resolved }] : [];
  });
  const issue = { code: 'needs_photo' as const, desc: reason, itemIndex: 0, resolved: false };
  const printNo = newPrintNo(createTime, random.int(0, 99));
  const address = addressFieldsOf(_id, addressOf(random));
  const record = recordOf(printOrderEntity, {
    _id,
    ...stamped(createTime, history.at(-1)?.time),
    printNo,
    orderId: order._id,
    orderNo,
    userId,
    openid,
    userSnap,
    source,
    claim,
    expireTime: order.expireTime,
    claimCipher: '',
    placedOpenid: source === 'web' ? openid : '',
    items,
    status,
    history,
    steps: stepsFor(status),
    photoCount: sumOf(items, ({ qty }) => qty),
    goodsFen: sumOf(items, ({ amountFen }) => amountFen),
    shippingFen: order.items.find(({ refId }) => refId === 'shipping')?.amountFen ?? 0,
    discountFen: order.discountFen,
    payFen: order.payFen,
    ...address,
    issues: held === null ? low : [...low, { ...issue, time: held }],
    hold: held === null ? null : { time: held, reason },
    batchNo: producing === null ? '' : newBatchNo(producing, random.int(0, 9_999)),
    ...(shipTime !== null && expressFor(random)),
    shipTime,
    signTime: timeOf('completed'),
    slaTime,
    overdue: inWork && (slaTime ?? now) < now,
    userRemark: order.remark,
    sizeIds: [...new Set(items.map(({ sizeId }) => sizeId))],
    files: [...new Set(items.map(({ filePath }) => filePath))],
  });
  return { ...record, grams: printGrams(record) };
};

/** Prints that came out badly are made again. */
const reprintsOf = (originals: StoredPrintOrder[], first: number, random: Random) =>
  originals
    .filter(({ status }, at) => status === 'completed' && at > 20 && random.chance(0.04))
    .map((original, at): StoredPrintOrder => {
      const _id = numbered('prt', first + at);
      const time = (original.signTime ?? original.createTime) + 6 * HOUR;
      const items = original.items
        .slice(0, 1)
        .map(item => ({ ...item, unitFen: 0, amountFen: 0, originalIndex: 0 }));
      original.reprintIds.push(_id);
      const record = {
        ...original,
        ...addressFieldsOf(_id, addressOf(random)),
        _id,
        createTime: time,
        updateTime: time + 3 * DAY,
        items,
        printNo: newPrintNo(time, at % 100),
        reprintOf: original._id,
        reprintIds: [],
        photoCount: items[0]?.qty ?? 0,
        goodsFen: 0,
        shippingFen: 0,
        discountFen: 0,
        payFen: 0,
        ...expressFor(random),
        shipTime: time + 30 * HOUR,
        signTime: time + 3 * DAY,
        slaTime: time + SLA,
        history: [{ time, from: '', to: 'confirmed', by: '管理员', reason: '照片有折痕' }],
      };
      return { ...record, grams: printGrams(record) };
    });

/**
 * A print order for every order of type 'print', linked both ways, and some reprints. The orders' own end is moved to
 * the day the parcel arrived.
 * @param photos paths of stored pictures
 * @param before the highest number given already
 */
export const demoPrintOrders = (
  random: Random,
  orders: StoredOrder[],
  photos: string[],
  now: number,
  before = 0,
): StoredPrintOrder[] => {
  const own = orders.filter(({ type, printOrderId }) => type === 'print' && printOrderId !== '');
  const made = own.map(order => {
    const number = Number(order.printOrderId.slice(4));
    const [example] = printExamples[number - 1] ?? [];
    const its = example ? createRandom(number) : random;
    const status = example ?? statusFor(its, order, now);
    const print = printOrderOf(order, status, photos, its, now);
    const done = order.history.find(({ to }) => to === 'completed');
    if (done) {
      Object.assign(done, { time: print.signTime ?? done.time, by: '用户', reason: '冲印已完成' });
      order.updateTime = Math.max(order.updateTime, done.time);
    }
    return print;
  });
  made.sort((a, b) => (a._id < b._id ? -1 : 1));
  const all = [...made, ...reprintsOf(made, before + made.length + 1, random)];
  all.forEach((print, at) => (print.logistics = logisticsOf(print, at, now)));
  return all;
};

/** The numbers on their way, each with the address it goes to. */
export const demoExpressNumbers = (prints: StoredPrintOrder[]) =>
  prints
    .filter(({ expressNo }) => expressNo !== '')
    .map(({ expressNo: _id, addressKey, shipTime }) => ({
      _id,
      ...stamped(shipTime ?? 0),
      addressKey,
    }));

const onTheWay: LogisticsStatus[] = ['transit', 'delivering', 'transit', 'abnormal', 'unknown'];

/** Where a parcel is that WeChat knows of. */
const logisticsOf = (
  { status, openid, shipTime, signTime }: StoredPrintOrder,
  at: number,
  now: number,
): StoredPrintOrder['logistics'] => {
  if (shipTime === null || openid.includes(':')) return noLogistics;
  if (status === 'completed')
    return { ...noLogistics, status: 'signed', time: signTime, askedTime: signTime };
  return {
    ...noLogistics,
    status: onTheWay[at % onTheWay.length] ?? 'transit',
    time: Math.min(now - 3 * HOUR, shipTime + 9 * HOUR),
    askedTime: now - 20 * MINUTE,
    nextTime: now + 40 * MINUTE,
  };
};

const refusals = [uploadSentences.notShippable, uploadSentences.corrected];
/** The contract's example of trying again names the order of this print order. */
const EXAMPLE = 'prt_0023';

const uploadOf = (
  time: number,
  at: number,
  isExample: boolean,
  now: number,
): StoredOrder['upload'] => {
  const age = now - time;
  const reason = refusals[at % refusals.length] ?? '';
  const { busy } = uploadSentences;
  if (isExample || (age < 30 * DAY && at % 13 === 7))
    return { ...noUpload, status: 'failed', attempts: 1, reason };
  if (age < 4 * DAY && at % 6 === 1)
    return {
      ...noUpload,
      status: 'waiting',
      attempts: 4,
      reason: busy,
      nextTime: now + 25 * MINUTE,
    };
  return { ...noUpload, status: 'synced', attempts: 1, time: time + 12_000 };
};

/** What WeChat knows of the deliveries that it has to know: nearly all of them. */
export const demoUploads = (
  orders: StoredOrder[],
  prints: StoredPrintOrder[],
  now: number,
): void => {
  const shipped = new Map(prints.map(({ _id, shipTime }) => [_id, shipTime]));
  orders.forEach((order, at) => {
    const { type, payChannel, transactionId, openid, fulfil, printOrderId } = order;
    const time = type === 'print' ? (shipped.get(printOrderId) ?? null) : fulfil.time;
    if (payChannel !== 'wxpay' || !transactionId || openid.includes(':') || time === null) return;
    const upload = uploadOf(time, at, printOrderId === EXAMPLE, now);
    const isPaidBack = order.status === 'refunded';
    order.upload = isPaidBack && upload.status !== 'synced' ? noUpload : upload;
  });
};

const claimFieldsOf = (printId: string, orderId: string, code = randomCode()) => ({
  claimCipher: seal(code, claimPlace(printId)),
  row: { _id: claimIdOf(code), orderId, printId },
});

/** The claim code of the contract's example, whose print order was taken over. */
export const demoPrintClaims = (prints: StoredPrintOrder[], now: number): PrintClaim[] =>
  prints
    .filter(({ status, claim }) => status === 'pending' && claim !== null)
    .slice(0, 1)
    .map(({ _id, orderId, createTime }) => {
      const code = normaliseCode(appPrintActions.claimPrintOrder.example.code);
      return { ...claimFieldsOf(_id, orderId, code).row, ...stamped(createTime, now) };
    });
