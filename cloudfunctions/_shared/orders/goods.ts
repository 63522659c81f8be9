import type { GoodsState } from '#contract/virtualGoods.ts';
import { _ } from '../base/cloud.ts';
import { repository, type Stored } from '../base/repository.ts';
import type { Settings } from '../base/settings.ts';
import { isWechatOpenid } from '../users/visitorUser.ts';
import type { VirtualEnv } from '../wechatPay/virtualSettings.ts';

/** What WeChat sells virtually (道具); `_id` is WeChat's `productId`. */
export interface VirtualGoods extends Stored {
  state: GoodsState;
  /** Failed ones in a row. */
  attempts: number;
  error: string;
  /** When the task under way at WeChat began. */
  startTime: number;
  /** From when it can be bought; null while it is not that far. */
  usableTime: number | null;
  /** When there is something to do for it; null: nothing. */
  nextTime: number | null;
}
export const goods = repository<VirtualGoods>('virtualGoods');

export interface Sold {
  _id: string;
  priceFen: number;
}

/** WeChat refuses an id that it has, so each price has its own; and what the sandbox has says nothing of the other. */
export const productIdOf = ({ _id, priceFen }: Sold, env: VirtualEnv): string =>
  `${_id}_${priceFen}${env === 1 ? '_s' : ''}`;

type Virtual = Settings<'payment'>['virtual'];

export const envIn = ({ sandbox }: Virtual): VirtualEnv => (sandbox ? 1 : 0);

/** WeChat wants virtual goods to be sold so in the mini-program. */
export const paysVirtually = (openid: string, { enabled }: Virtual): boolean =>
  enabled && isWechatOpenid(openid);

/** The ids of those that can be bought virtually now. Database round trips: 1. */
export const usableNow = async (sold: Sold[], env: VirtualEnv): Promise<Set<string>> => {
  const byProduct = new Map(sold.map(one => [productIdOf(one, env), one._id]));
  if (byProduct.size === 0) return new Set();
  const found = await goods.find(
    { _id: _.in([...byProduct.keys()]), usableTime: _.lte(Date.now()) },
    { limit: byProduct.size, fields: ['_id'] },
  );
  return new Set(found.map(({ _id }) => byProduct.get(_id)!));
};
