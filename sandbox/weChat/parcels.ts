import { randomBytes } from 'node:crypto';
import type { Trade } from '../wechatPay/records.ts';
import { type Fields, WeChatRefusal } from './refusal.ts';

/** The common ones of its `get_delivery_list`. */
export const carriersOfWeChat: readonly string[] = [
  'SF',
  'JD',
  'YTO',
  'JTSD',
  'DBL',
  'ZTO',
  'STO',
  'YD',
  'EMS',
  'YZPY',
];

interface Parcel {
  waybill: string;
  carrier: string;
  openid: string;
  since: number;
}

const HOUR_MS = 3_600_000;
/** Collected, on its way, with the courier, signed: how long after it was named here. */
const stages: readonly [afterMs: number, status: number][] = [
  [30 * HOUR_MS, 4],
  [24 * HOUR_MS, 3],
  [HOUR_MS, 2],
  [0, 1],
];

const wrong = (message: string) => new WeChatRefusal(9300534, message);
const filled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The query of parcels: named with a payment, asked about with a token. Signed ones never come back. */
export const createParcels = (
  now: () => number,
  trade: (transactionId: string) => Promise<Trade | null>,
) => {
  const parcels = new Map<string, Parcel>();
  /** What tests have set, also for parcels not named yet. */
  const moved = new Map<string, number>();

  const statusOf = ({ waybill, since }: Parcel): number =>
    moved.get(waybill) ?? stages.find(([afterMs]) => now() - since >= afterMs)?.[1] ?? 1;

  return {
    async trace(fields: Fields): Promise<object> {
      const { openid, receiver_phone, waybill_id, delivery_id, goods_info, trans_id } = fields;
      if (!filled(openid)) throw new WeChatRefusal(40003, 'invalid openid');
      if (!filled(receiver_phone) || !/^[\d-]{7,20}$/.test(receiver_phone))
        throw wrong('invalid receiver_phone');
      if (!filled(waybill_id) || !/^[A-Za-z0-9]{8,40}$/.test(waybill_id))
        throw new WeChatRefusal(9300559, 'waybill not exist');
      if (delivery_id !== undefined && !carriersOfWeChat.includes(String(delivery_id)))
        throw wrong('invalid delivery_id');
      const goods = (goods_info as { detail_list?: Fields[] } | undefined)?.detail_list ?? [];
      const isWhole = ({ goods_name, goods_img_url }: Fields) =>
        filled(goods_name) && goods_name.length <= 60 && filled(goods_img_url);
      if (goods.length === 0 || !goods.every(isWhole)) throw wrong('invalid goods_info');
      const payment = await trade(String(trans_id));
      if (!payment || payment.openid !== openid) throw wrong('invalid shop args');
      const named = [...parcels].find(
        ([, parcel]) => parcel.waybill === waybill_id && parcel.openid === openid,
      );
      if (named) return { waybill_token: named[0] };
      const token = randomBytes(24).toString('base64url');
      const carrier = String(delivery_id ?? '');
      parcels.set(token, { waybill: waybill_id, carrier, openid, since: now() });
      return { waybill_token: token };
    },
    query({ waybill_token, openid }: Fields): object {
      const parcel = parcels.get(String(waybill_token));
      if (!parcel) throw new WeChatRefusal(9300507, 'invalid token');
      if (openid !== undefined && openid !== parcel.openid) throw wrong('invalid shop args');
      return {
        waybill_info: { status: statusOf(parcel), waybill_id: parcel.waybill },
        delivery_info: { delivery_id: parcel.carrier, delivery_name: parcel.carrier },
      };
    },
    /** `{waybill, status}`: where a parcel is, from 0 to 6. */
    adjust({ waybill, status }: Fields): boolean {
      if (waybill === undefined) return false;
      if (!filled(waybill) || !Number.isInteger(status))
        throw new Error('waybill is a number of a parcel, status a whole number');
      moved.set(waybill, status as number);
      return true;
    },
    all: () => [...parcels.values()].map(parcel => ({ ...parcel, status: statusOf(parcel) })),
    /** As if it had been started anew: tokens are lost. */
    forget() {
      parcels.clear();
      moved.clear();
    },
  };
};
