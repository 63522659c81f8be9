import type { Trade } from '../wechatPay/records.ts';
import { carriersOfWeChat } from './parcels.ts';
import { type Fields, WeChatRefusal } from './refusal.ts';

/** Codes of the real one; source: its documentation of the management of deliveries. */
const refusals = {
  unknownPayment: [10060001, '支付单不存在'],
  usedUp: [10060003, '支付单已使用重新发货机会'],
  notShippable: [10060004, '支付单处于不可发货的状态'],
  wrongKind: [10060005, '物流类型有误'],
  noGoods: [10060008, '商品描述不能为空'],
  longGoods: [10060009, '商品描述过长'],
  wrongParts: [10060014, '参数错误'],
  unchanged: [10060023, '发货信息未更新'],
  otherUser: [10060031, '支付单不属于该 openid 用户'],
  wrongTime: [268485216, '上传时间非法，请按照 RFC 3339 格式填写'],
  noNumber: [268485226, '物流单号不能为空'],
  noCarrier: [268485227, '物流公司编码不能为空'],
} as const satisfies Record<string, readonly [number, string]>;

const refuse = (name: keyof typeof refusals): never => {
  const [code, message] = refusals[name];
  throw new WeChatRefusal(code, message);
};

/** What was uploaded last for a payment. */
interface Delivery {
  transactionId: string;
  logisticsType: number;
  trackingNo: string;
  expressCompany: string;
  itemDesc: string;
  contact: string;
  uploadTime: number;
  /** 2 after the one correction that is allowed. */
  times: number;
}

const EXPRESS = 1;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const object = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Milliseconds that are all zero are refused too. */
const timeOf = (value: unknown): number => {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;
  const given = text(value);
  const time = Date.parse(given);
  return !form.test(given) || /\.0+[Z+-]/.test(given) || Number.isNaN(time)
    ? refuse('wrongTime')
    : time;
};

const parcelOf = (parcel: Fields) => {
  const trackingNo = text(parcel['tracking_no']);
  const expressCompany = text(parcel['express_company']);
  const contact = text(object(parcel['contact'])['receiver_contact']);
  if (!trackingNo) refuse('noNumber');
  if (!expressCompany) refuse('noCarrier');
  if (!/^[A-Za-z0-9]{8,40}$/.test(trackingNo) || !carriersOfWeChat.includes(expressCompany))
    refuse('wrongParts');
  if (expressCompany === 'SF' && !contact) refuse('wrongParts');
  if (contact && !/^\d{3}\*{4}\d{4}$/.test(contact)) refuse('wrongParts');
  return { trackingNo, expressCompany, contact };
};

const noParcel = { trackingNo: '', expressCompany: '', contact: '' };

const read = (fields: Fields): Omit<Delivery, 'times'> => {
  const key = object(fields['order_key']);
  const transactionId = text(key['transaction_id']);
  if (key['order_number_type'] !== 2 || !transactionId) refuse('wrongParts');
  const logisticsType = Number(fields['logistics_type']);
  if (![1, 2, 3, 4].includes(logisticsType)) refuse('wrongKind');
  const parcels = fields['shipping_list'];
  // One delivery with one parcel; the product sends no others.
  if (fields['delivery_mode'] !== 1 || !Array.isArray(parcels) || parcels.length !== 1)
    refuse('wrongParts');
  const parcel = object((parcels as unknown[])[0]);
  const itemDesc = text(parcel['item_desc']);
  if (!itemDesc) refuse('noGoods');
  // Characters, of which an emoji may be two: the documentation does not say.
  if (itemDesc.length > 120) refuse('longGoods');
  const uploadTime = timeOf(fields['upload_time']);
  const sent = logisticsType === EXPRESS ? parcelOf(parcel) : noParcel;
  return { transactionId, logisticsType, itemDesc, uploadTime, ...sent };
};

const isSame = (a: Omit<Delivery, 'times'>, b: Delivery) =>
  (['logisticsType', 'trackingNo', 'expressCompany', 'itemDesc', 'contact'] as const).every(
    name => a[name] === b[name],
  );

/** The management of deliveries of a mini-program; `trade` finds a payment by WeChat's own number of it. */
export const createDeliveries = (trade: (transactionId: string) => Promise<Trade | null>) => {
  const deliveries = new Map<string, Delivery>();

  const paymentOf = async (transactionId: string): Promise<Trade> => {
    const found = await trade(transactionId);
    const isPaid = found?.state === 'SUCCESS' || found?.state === 'REFUND';
    // Payments outside of the mini-program never get here.
    return found && isPaid && found.openid ? found : refuse('unknownPayment');
  };
  const isRefunded = ({ refundedFen, totalFen }: Trade) => refundedFen >= totalFen;

  return {
    async upload(fields: Fields): Promise<object> {
      const wanted = read(fields);
      const payment = await paymentOf(wanted.transactionId);
      if (object(fields['payer'])['openid'] !== payment.openid) refuse('otherUser');
      if (isRefunded(payment)) refuse('notShippable');
      const before = deliveries.get(wanted.transactionId);
      if (before && isSame(wanted, before)) refuse('unchanged');
      if (before && before.times >= 2) refuse('usedUp');
      if (before && wanted.uploadTime <= before.uploadTime) refuse('wrongTime');
      deliveries.set(wanted.transactionId, { ...wanted, times: (before?.times ?? 0) + 1 });
      return {};
    },
    async get({ transaction_id }: Fields): Promise<object> {
      const payment = await paymentOf(text(transaction_id));
      const delivery = deliveries.get(payment.transactionId);
      return {
        order: {
          transaction_id: payment.transactionId,
          merchant_trade_no: payment.outTradeNo,
          paid_amount: payment.totalFen,
          openid: payment.openid,
          order_state: isRefunded(payment) ? 5 : delivery ? 2 : 1,
          ...(delivery && {
            shipping: {
              delivery_mode: 1,
              logistics_type: delivery.logisticsType,
              finish_shipping: true,
              finish_shipping_count: delivery.times,
              shipping_list: [
                {
                  ...(delivery.trackingNo && {
                    tracking_no: delivery.trackingNo,
                    express_company: delivery.expressCompany,
                  }),
                  goods_desc: delivery.itemDesc,
                  upload_time: Math.floor(delivery.uploadTime / 1_000),
                },
              ],
            },
          }),
        },
      };
    },
    all: () => [...deliveries.values()],
    forget: () => deliveries.clear(),
  };
};
