import type { ActionInput, ActionOutput } from '#contract/index.ts';
import { goodsSentences } from '#contract/sentences/packages.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { envIn, goods, productIdOf } from '../_shared/orders/goods.ts';
import { templates } from '../_shared/templates/records.ts';
import { packages } from '../_shared/users/ledger.ts';
import { miniProgram } from '../_shared/weChat/miniProgram.ts';

type About = ActionInput<'adminPackage', 'getGoods'>;
type Answer = ActionOutput<'adminPackage', 'getGoods'>;

const soldOf = async ({ kind, id }: About) => {
  if (kind === 'template') {
    const { _id, priceFen } = await templates.require(id);
    return { _id, priceFen: priceFen ?? 0, channels: priceFen ? ['wxpay', 'virtual'] : [] };
  }
  const { _id, priceFen, payChannels } = await packages.require(id);
  return { _id, priceFen, channels: payChannels as string[] };
};

const read = async (about: About) => {
  const [sold, { virtual }, program] = await Promise.all([
    soldOf(about),
    settingsOf('payment'),
    miniProgram(),
  ]);
  const isVirtual = virtual.enabled && sold.channels.includes('virtual');
  const byWxpay = program && sold.channels.includes('wxpay') ? 'wxpay' : null;
  const soldBy: Answer['soldBy'] = isVirtual ? 'virtual' : byWxpay;
  return { soldBy, goods: isVirtual ? await goods.get(productIdOf(sold, envIn(virtual))) : null };
};

export const getGoods = (about: About): Promise<Answer> => read(about);

/** @throws 40902 */
export const retryGoods = async (about: About, context: AdminContext): Promise<Answer> => {
  const { soldBy, goods: its } = await read(about);
  if (!its?.error) throw stateNotAllowed(goodsSentences.noRetry);
  const written = await changeRecord(
    goods,
    its,
    { state: its.state, nextTime: its.nextTime },
    { attempts: 0, nextTime: Date.now() },
    { by: await actorOf(context), resource: 'virtualGoods', reason: goodsSentences.retried },
    () => markDue('virtualGoods'),
  );
  return { soldBy, goods: written ?? its };
};
