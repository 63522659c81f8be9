import { codes } from '#contract/envelope.ts';
import { storedPaymentSettings, type WxpaySettings } from '#contract/paymentSettings.ts';
import { paymentSentences } from '#contract/sentences/payments.ts';
import { ActionError } from '../base/errors.ts';
import { repository, type Stored } from '../base/repository.ts';
import { placeOf, unseal } from '../base/secrets.ts';

/** The merchant's settings for the gateway's client; never leaves this folder and is never logged. */
export interface Merchant extends Omit<WxpaySettings, 'apiV3KeyEnc' | 'privateKeyEnc'> {
  apiV3Key: string;
  privateKey: string;
  orderExpireMin: number;
  webOrderDays: number;
}

const settings = repository<Stored>('settings');

const notConfigured = () => new ActionError(codes.thirdParty, paymentSentences.notConfigured);

const open = (sealed: string, field: string): string =>
  unseal(sealed, placeOf('settings', 'payment', `wxpay.${field}`));

/**
 * Database round trips: 1. Refunds and queries of old payments also work while new payments are switched off.
 * @throws 50201 with a sentence when something is missing
 */
export const merchantSettings = async (): Promise<Merchant> => {
  const stored = storedPaymentSettings.safeParse(await settings.get('payment'));
  if (!stored.success) throw notConfigured();
  const { apiV3KeyEnc, privateKeyEnc, ...wxpay } = stored.data.wxpay;
  const complete = wxpay.mchid && wxpay.certSerial && wxpay.publicKeyId && wxpay.platformPublicKey;
  if (!complete || !apiV3KeyEnc || !privateKeyEnc) throw notConfigured();
  return {
    ...wxpay,
    apiV3Key: open(apiV3KeyEnc, 'apiV3KeyEnc'),
    privateKey: open(privateKeyEnc, 'privateKeyEnc'),
    orderExpireMin: stored.data.orderExpireMin,
    webOrderDays: stored.data.webOrderDays,
  };
};

/** Without one nothing is paid through the gateway. */
export const hasMerchant = async (): Promise<boolean> => {
  try {
    await merchantSettings();
    return true;
  } catch (error) {
    if (error instanceof ActionError) return false;
    throw error;
  }
};
