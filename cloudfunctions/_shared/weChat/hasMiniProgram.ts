import { settingsOf, storedSettings } from '../base/settings.ts';
import { valueAt } from '../base/valueAt.ts';

/** Its AppID and secret are kept; only calls of WeChat open them. Database round trips: 1. */
export const hasMiniProgram = async (): Promise<boolean> => {
  const [{ wxpay }, stored] = await Promise.all([
    settingsOf('payment'),
    storedSettings('notification'),
  ]);
  return Boolean(wxpay.appid && valueAt(stored ?? {}, 'miniProgram.appSecretEnc'));
};
