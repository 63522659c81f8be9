import { fit } from '#contract/limits/limit.ts';
import { wecomLimits } from '#contract/limits/wecom.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { z } from '#contract/zod.ts';
import { environment } from '../base/environment.ts';
import { placeOf, unseal } from '../base/secrets.ts';
import type { Settings } from '../base/settings.ts';
import type { AlertText } from './alerts.ts';
import type { Sending } from './messages.ts';

const SECRET = placeOf('settings', 'notification', 'alerts.wecomWebhookEnc');

type Alerts = Settings<'notification'>['alerts'] & { wecomWebhookEnc?: string };

/** The robot's key is wrong or it was removed from its group; waiting does not help. */
const NO_ROBOT = 93000;
const TIMEOUT_MS = 5_000;

/** The address with its key, at our stand-in where there is one. Null for none, or one that cannot be decrypted. */
const addressOf = ({ wecomWebhookEnc }: Alerts): URL | null => {
  if (!wecomWebhookEnc) return null;
  try {
    const { pathname, search } = new URL(unseal(wecomWebhookEnc, SECRET));
    return new URL(environment.WECOM_BASE_URL.replace(/\/$/, '') + pathname + search);
  } catch {
    return null;
  }
};

/** One text in the group of the robot. */
export const sendWecom = async ({ title, text }: AlertText, alerts: Alerts): Promise<Sending> => {
  const address = addressOf(alerts);
  if (!address) return { kind: 'skipped', reason: messageSentences.noRobot };
  const content = fit(wecomLimits.send['text.content'], `${title}\n${text}`);
  let code: number;
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msgtype: 'text', text: { content } }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    code = z.looseObject({ errcode: z.int() }).parse(await answer.json()).errcode;
  } catch {
    return { kind: 'unanswered' };
  }
  if (code === 0) return { kind: 'sent', content };
  const reason = messageSentences.robotRefused(code);
  return code === NO_ROBOT ? { kind: 'failed', reason, content } : { kind: 'later', reason };
};
