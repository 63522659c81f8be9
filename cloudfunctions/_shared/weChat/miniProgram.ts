import { placeOf, unseal } from '../base/secrets.ts';
import { settingsOf, storedSettings } from '../base/settings.ts';

/** The mini-program at WeChat; never leaves this folder and is never logged. */
export interface MiniProgram {
  appid: string;
  appSecret: string;
}

const SECRET = placeOf('settings', 'notification', 'miniProgram.appSecretEnc');

/** Null while AppID or AppSecret is not filled in, or cannot be decrypted. One query. */
export const miniProgram = async (): Promise<MiniProgram | null> => {
  const [{ wxpay }, stored] = await Promise.all([
    settingsOf('payment'),
    storedSettings('notification'),
  ]);
  const kept = stored as { miniProgram?: { appSecretEnc?: string } } | null;
  const sealed = kept?.miniProgram?.appSecretEnc;
  if (!wxpay.appid || !sealed) return null;
  try {
    return { appid: wxpay.appid, appSecret: unseal(sealed, SECRET) };
  } catch {
    return null;
  }
};
