import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { virtualSentences } from '#contract/sentences/settings.ts';
import { _ } from '../base/cloud.ts';
import { settingsOf, storedSettings } from '../base/settings.ts';
import { valueAt } from '../base/valueAt.ts';
import { packages, users } from '../users/ledger.ts';
import { virtualSettings } from '../wechatPay/virtualSettings.ts';

/** A mini-program is there: its secret is kept, or visitors have come from it. WeChat's openids begin with this letter. */
const hasMiniProgram = async (): Promise<boolean> => {
  const [{ wxpay }, notification, [visitor]] = await Promise.all([
    settingsOf('payment'),
    storedSettings('notification'),
    users.find({ openid: _.gte('o').and(_.lt('p')) }, { limit: 1, fields: ['openid'] }),
  ]);
  const secret = valueAt(notification ?? {}, 'miniProgram.appSecretEnc');
  return Boolean(wxpay.appid && secret) || visitor !== undefined;
};

/** What WeChat forbids since 2026-04-01: virtual goods that are paid by WeChat Pay in the mini-program. */
export const forbiddenSales = async (): Promise<string[]> => {
  const [isThere, { virtual }, onSale] = await Promise.all([
    hasMiniProgram(),
    settingsOf('payment'),
    packages.find({ status: 'enabled' }, { limit: MAX_PAGE_SIZE, fields: ['name', 'payChannels'] }),
  ]);
  if (!isThere) return [];
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
