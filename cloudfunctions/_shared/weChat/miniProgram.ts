import { repository, type Stored } from '../base/repository.ts';
import { placeOf, unseal } from '../base/secrets.ts';
import { settingsOf } from '../base/settings.ts';

/** The mini-program at WeChat; never leaves this folder and is never logged. */
export interface MiniProgram {
  appid: string;
  appSecret: string;
}

const settings = repository<Stored & { miniProgram?: { appSecretEnc?: string } }>('settings');
const SECRET = placeOf('settings', 'notification', 'miniProgram.appSecretEnc');

/** Null while AppID or AppSecret is not filled in, or cannot be decrypted. Two waits at once. */
export const miniProgram = async (): Promise<MiniProgram | null> => {
  const [{ wxpay }, stored] = await Promise.all([
    settingsOf('payment'),
    settings.get('notification'),
  ]);
  const sealed = stored?.miniProgram?.appSecretEnc;
  if (!wxpay.appid || !sealed) return null;
  try {
    return { appid: wxpay.appid, appSecret: unseal(sealed, SECRET) };
  } catch {
    return null;
  }
};
