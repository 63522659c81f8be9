import { codes } from '#contract/envelope.ts';
import { storedPaymentSettings } from '#contract/paymentSettings.ts';
import { paymentSentences } from '#contract/sentences/payments.ts';
import { ActionError } from '../base/errors.ts';
import { placeOf, unseal } from '../base/secrets.ts';
import { storedSettings } from '../base/settings.ts';

/** At WeChat: 0 is live, 1 its sandbox, where nothing is paid. */
export type VirtualEnv = 0 | 1;

/**
 * The settings of virtual payments; they never leave the server and are never logged. Queries and pushes of old orders
 * also work while new ones are switched off. @throws 50201 when something is missing
 */
export const virtualSettings = async () => {
  const stored = storedPaymentSettings.safeParse(await storedSettings('payment'));
  if (!stored.success) throw new ActionError(codes.thirdParty, paymentSentences.notConfigured);
  const { virtual, wxpay } = stored.data;
  const { enabled, offerId, ios, sandbox } = virtual;
  const open = (sealed: string, field: string) => {
    if (!sealed) throw new ActionError(codes.thirdParty, paymentSentences.notConfigured);
    return unseal(sealed, placeOf('settings', 'payment', `virtual.${field}`));
  };
  return {
    enabled,
    offerId,
    ios,
    /** Something may have been sold by it. */
    isLive: offerId !== '' && virtual.appKeyEnc !== '',
    /** Of new orders; the sandbox's payments are granted only while it is in use. */
    env: (sandbox ? 1 : 0) as VirtualEnv,
    appid: wxpay.appid,
    appKey: (env: VirtualEnv) =>
      env === 1
        ? open(virtual.sandboxAppKeyEnc, 'sandboxAppKeyEnc')
        : open(virtual.appKeyEnc, 'appKeyEnc'),
    pushToken: () => open(virtual.pushTokenEnc, 'pushTokenEnc'),
    pushAesKey: () => open(virtual.pushAesKeyEnc, 'pushAesKeyEnc'),
  };
};
export type VirtualSettings = Awaited<ReturnType<typeof virtualSettings>>;
