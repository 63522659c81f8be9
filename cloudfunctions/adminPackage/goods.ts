import type { ActionInput, ActionOutput } from '#contract/index.ts';
import { goodsSentences } from '#contract/sentences/packages.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { type AdminContext, onRecord } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { envIn, goods, productIdOf } from '../_shared/orders/goods.ts';
import { templates } from '../_shared/templates/records.ts';
import { packages } from '../_shared/users/ledger.ts';
import { hasMiniProgram } from '../_shared/weChat/hasMiniProgram.ts';

type Answer = ActionOutput<'adminPackage', 'getGoods'>;

const soldOf = async ({ kind, id }: ActionInput<'adminPackage', 'getGoods'>) => {
  if (kind === 'template') {
    const { _id, priceFen } = await templates.require(id);
    return { _id, priceFen: priceFen ?? 0, channels: priceFen ? ['wxpay', 'virtual'] : [] };
  }
  const { _id, priceFen, payChannels } = await packages.require(id);
  return { _id, priceFen, channels: payChannels as string[] };
};

/** Database round trips: 2. */
export const getGoods = async (about: ActionInput<'adminPackage', 'getGoods'>): Promise<Answer> => {
  const [sold, { virtual }, isInWeChat] = await Promise.all([
    soldOf(about),
    settingsOf('payment'),
    hasMiniProgram(),
  ]);
  if (virtual.enabled && sold.channels.includes('virtual'))
    return { soldBy: 'virtual', goods: await goods.get(productIdOf(sold, envIn(virtual))) };
  return { soldBy: isInWeChat && sold.channels.includes('wxpay') ? 'wxpay' : null, goods: null };
};

/** @throws 40902 */
export const retryGoods = onRecord(goods, async (_data, context: AdminContext, its) => {
  if (!its.error) throw stateNotAllowed(goodsSentences.noRetry);
  const written = await changeRecord(
    goods,
    its,
    { rev: its.rev },
    { attempts: 0, nextTime: Date.now() },
    { by: await actorOf(context), resource: 'virtualGoods', reason: goodsSentences.retried },
    () => markDue('virtualGoods'),
  );
  return written ?? goods.missed(its._id);
});
