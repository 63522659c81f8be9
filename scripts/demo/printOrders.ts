import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { addressFieldsOf } from '#cloudfunctions/_shared/prints/address.ts';
import {
  newBatchNo,
  newPrintNo,
  printGrams,
  type StoredPrintOrder,
} from '#cloudfunctions/_shared/prints/records.ts';
import { sizeSnapOf } from '#contract/printItem.ts';
import { printOrderEntity } from '#contract/printOrder.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { COVER } from './pictures.ts';
import { historyOf, printExamples, statusFor, stepsFor } from './printStates.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, numbered, stamped } from './record.ts';
import { kindOf } from './shop.ts';
import { demoLogistics } from './uploads.ts';

const places: [province: string, city: string, district: string, street: string][] = [
  ['浙江省', '杭州市', '西湖区', '文三路'],
  ['上海市', '上海市', '徐汇区', '漕溪北路'],
  ['广东省', '深圳市', '南山区', '科技园科苑路'],
  ['四川省', '成都市', '武侯区', '人民南路四段'],
  ['北京市', '北京市', '朝阳区', '望京街'],
  ['江苏省', '南京市', '鼓楼区', '中山北路'],
  ['湖北省', '武汉市', '洪山区', '珞喻路'],
  ['陕西省', '西安市', '雁塔区', '小寨东路'],
  ['福建省', '厦门市', '思明区', '湖滨南路'],
  ['山东省', '青岛市', '市南区', '香港中路'],
];
const surnames = [...'陈林黄张李王吴刘蔡杨许郑谢郭洪曾邱廖赖周'];
const givenNames = '晓雨 子涵 佳怡 浩然 思远 雅婷 建国 丽华 俊杰 欣怡 志强 梓萱 文博 静'.split(' ');

const addressOf = (random: Random) => {
  const [province, city, district, street] = random.pick(places);
  const house = `${random.int(1, 399)} 号 ${random.int(1, 20)} 幢 ${random.int(101, 2_402)} 室`;
  return {
    name: `${random.pick(surnames)}${random.pick(givenNames)}`,
    phone: `13${random.int(0, 9)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`,
    province,
    city,
    district,
    detail: `${street} ${house}`,
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
        unitFen: item.unitFen,
        amountFen: qty * item.unitFen,
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

/** The print order of one order, as the functions would have left it. */
const printOrderOf = (
  order: StoredOrder,
  status: PrintOrderStatus,
  photos: string[],
  random: Random,
  now: number,
): StoredPrintOrder => {
  const _id = order.printOrderId;
  const history = historyOf(order, status, random, now);
  const timeOf = (to: PrintOrderStatus) => history.find(move => move.to === to)?.time ?? null;
  const items = itemsOf(order, photos, random);
  const [shipTime, signTime, held] = [timeOf('shipped'), timeOf('completed'), timeOf('on_hold')];
  const paid = timeOf('paid');
  const reason = history.at(-1)?.reason ?? '';
  if (held !== null && items[0]) items[0].itemStatus = 'bad';
  const slaTime = paid === null ? null : paid + SLA;
  const issues = items.flatMap(({ lowRes, dpi }, itemIndex) =>
    lowRes
      ? [
          {
            code: 'low_resolution' as const,
            desc: `约 ${dpi} dpi，冲印可能模糊`,
            itemIndex,
            time: order.createTime,
            resolved: shipTime !== null,
          },
        ]
      : [],
  );
  const record = {
    ...printOrderEntity.blank(),
    _id,
    ...stamped(order.createTime, history.at(-1)?.time ?? order.createTime),
    printNo: newPrintNo(order.createTime, random.int(0, 99)),
    orderId: order._id,
    orderNo: order.orderNo,
    userId: order.userId,
    openid: order.openid,
    userSnap: order.userSnap,
    source: order.source,
    claim: order.claim,
    expireTime: order.expireTime,
    claimCipher: '',
    placedOpenid: order.source === 'web' ? order.openid : '',
    items,
    status,
    history,
    steps: stepsFor(status),
    photoCount: items.reduce((sum, { qty }) => sum + qty, 0),
    goodsFen: items.reduce((sum, { amountFen }) => sum + amountFen, 0),
    shippingFen: order.items.find(({ refId }) => refId === 'shipping')?.amountFen ?? 0,
    discountFen: order.discountFen,
    payFen: order.payFen,
    ...addressFieldsOf(_id, addressOf(random)),
    issues:
      held === null
        ? issues
        : [
            ...issues,
            {
              code: 'needs_photo' as const,
              desc: reason,
              itemIndex: 0,
              time: held,
              resolved: false,
            },
          ],
    hold: held === null ? null : { time: held, reason },
    batchNo:
      timeOf('producing') === null
        ? ''
        : newBatchNo(timeOf('producing') ?? 0, random.int(0, 9_999)),
    ...(shipTime !== null && expressFor(random)),
    shipTime,
    signTime,
    slaTime,
    overdue:
      (status === 'paid' || status === 'confirmed' || status === 'producing') &&
      (slaTime ?? now) < now,
    userRemark: order.remark,
    sizeIds: [...new Set(items.map(({ sizeId }) => sizeId))],
    files: [...new Set(items.map(({ filePath }) => filePath))],
  };
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
    const example = printExamples[Number(order.printOrderId.slice(4)) - 1];
    const status = example?.status ?? statusFor(random, order, now);
    const print = printOrderOf(order, status, photos, random, now);
    const done = order.history.find(({ to }) => to === 'completed');
    if (done) {
      Object.assign(done, { time: print.signTime ?? done.time, by: '用户', reason: '冲印已完成' });
      order.updateTime = Math.max(order.updateTime, done.time);
    }
    return print;
  });
  made.sort((a, b) => (a._id < b._id ? -1 : 1));
  const all = [...made, ...reprintsOf(made, before + made.length + 1, random)];
  all.forEach((print, at) => (print.logistics = demoLogistics(print, at, now)));
  return all;
};

/** The numbers on their way, each with the address it goes to. */
export const demoExpressNumbers = (prints: StoredPrintOrder[]) =>
  prints
    .filter(({ expressNo }) => expressNo !== '')
    .map(({ expressNo, addressKey, shipTime }) => ({
      _id: expressNo,
      ...stamped(shipTime ?? 0),
      addressKey,
    }));
