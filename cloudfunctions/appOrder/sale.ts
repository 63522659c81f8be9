import type { Input } from '#contract/action.ts';
import type { OrderItem } from '#contract/orderItem.ts';
import { packageItem } from '#contract/package.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import type { appOrderActions } from '#contract/visitorOrder.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import type { Purchase } from '../_shared/tasks/bought.ts';
import { checkedInputs, offerOf } from '../_shared/tasks/create.ts';
import { packages } from '../_shared/users/ledger.ts';

export type Wish = Input<typeof appOrderActions.createOrder>;

/** What an order sells: prices and grants are the current ones; the caller only chooses. */
export interface Sale {
  type: 'package' | 'template';
  item: OrderItem;
  /** How often one user may buy it; null for no limit. */
  limitPerUser: number | null;
  purchase: Purchase | null;
}

/** @throws 40400, 40902 and 40001 where it cannot be bought like this */
export const saleOf = (wish: Wish, context: CallContext): Promise<Sale> =>
  wish.templateId === undefined
    ? packageSale(wish.packageId!)
    : templateSale({ ...wish, templateId: wish.templateId }, context);

const packageSale = async (packageId: string): Promise<Sale> => {
  const bought = await packages.get(packageId);
  if (bought?.status !== 'enabled') throw notFound();
  if (!bought.payChannels.includes('wxpay')) throw stateNotAllowed(orderSentences.buyInMiniProgram);
  const { limitPerUser } = bought;
  return { type: 'package', item: packageItem(bought), limitPerUser, purchase: null };
};

const templateSale = async (
  { templateId, presetId = '', inputs = {}, expectFen }: Wish & { templateId: string },
  context: CallContext,
): Promise<Sale> => {
  const offer = await offerOf({ templateId, ...(presetId && { presetId }) }, context);
  const { priceFen, name } = offer.template;
  if (offer.refusal) throw stateNotAllowed(offer.refusal);
  if (!priceFen) throw stateNotAllowed(orderSentences.notSold);
  if (expectFen !== undefined && expectFen !== priceFen)
    throw stateNotAllowed(orderSentences.priceChanged, { payFen: priceFen });
  await checkedInputs(offer, inputs);
  const snapshot = { type: 'template', credits: 0, giftCredits: 0, days: null };
  const item = {
    refId: templateId,
    name,
    qty: 1,
    unitFen: priceFen,
    amountFen: priceFen,
    snapshot,
  };
  return {
    type: 'template',
    item,
    limitPerUser: null,
    purchase: { templateId, presetId, inputs },
  };
};
