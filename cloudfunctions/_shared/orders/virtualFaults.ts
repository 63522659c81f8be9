import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { virtualSentences } from '#contract/sentences/settings.ts';
import { _ } from '../base/cloud.ts';
import { settingsOf } from '../base/settings.ts';
import { packages, users } from '../users/ledger.ts';
import { hasMiniProgram } from '../weChat/hasMiniProgram.ts';
import { virtualSettings } from '../wechatPay/virtualSettings.ts';

/** WeChat's openids begin with this letter. */
const isVisited = async (): Promise<boolean> => {
  const ofWeChat = { openid: _.gte('o').and(_.lt('p')) };
  return (await users.find(ofWeChat, { limit: 1, fields: ['openid'] })).length > 0;
};

/** What WeChat forbids since 2026-04-01: virtual goods that are paid by WeChat Pay in the mini-program. */
export const forbiddenSales = async (): Promise<string[]> => {
  const [isSet, isUsed, { virtual }, onSale] = await Promise.all([
    hasMiniProgram(),
    isVisited(),
    settingsOf('payment'),
    packages.find({ status: 'enabled' }, { limit: MAX_PAGE_SIZE, fields: ['name', 'payChannels'] }),
  ]);
  if (!isSet && !isUsed) return [];
  if (!virtual.enabled) return [virtualSentences.off];
  const others = onSale.filter(({ payChannels }) => !payChannels.includes('virtual'));
  return others.length > 0 ? [virtualSentences.otherwisePaid(others.map(({ name }) => name))] : [];
};

const isReadable = (open: () => string, form: RegExp): boolean => {
  try {
    return form.test(open());
  } catch {
    return false;
  }
};

/** What is wrong with the settings of virtual payments, where they are in use; WeChat is not asked. */
export const virtualFaults = async (): Promise<string[]> => {
  if (!(await settingsOf('payment')).virtual.enabled) return [];
  const { offerId, env, appKey, pushToken, pushAesKey } = await virtualSettings();
  const { wrongOffer, wrongKey, wrongToken, wrongAesKey } = virtualSentences;
  const checks: [string, boolean][] = [
    [wrongOffer, /^\d+$/.test(offerId)],
    [wrongKey(env), isReadable(() => appKey(env), /^\w+$/)],
    [wrongToken, isReadable(pushToken, /^\w{3,32}$/)],
    [wrongAesKey, isReadable(pushAesKey, /^\w{43}$/)],
  ];
  return checks.flatMap(([sentence, isRight]) => (isRight ? [] : [sentence]));
};
