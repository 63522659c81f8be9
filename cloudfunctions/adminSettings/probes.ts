import { probeSentences } from '#contract/sentences/settings.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { environment } from '../_shared/base/environment.ts';
import { timed } from '../_shared/base/probe.ts';
import { newId } from '../_shared/base/repository.ts';
import { placeOf, unseal } from '../_shared/base/secrets.ts';
import { merged, type StoredSettings, valuesOf } from '../_shared/base/settings.ts';
import { readFile, removeFiles, storeFile } from '../_shared/base/storage.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';
import type { Values } from './values.ts';

/** Not a number of any order. */
const NO_ORDER = 'CONNECTIONTEST0000';

export const tryPayment = () =>
  timed(async () => {
    const outcome = await (await wechatPay()).queryTrade(NO_ORDER);
    const absent = outcome.kind === 'refused' && /NOT_?EXIST/.test(outcome.code);
    if (outcome.kind === 'ok' || absent) return { ok: true, message: probeSentences.payWorks };
    if (outcome.code === 'NO_ANSWER') return { ok: false, message: probeSentences.payNoAnswer };
    if (outcome.code === 'NOT_GENUINE') {
      return { ok: false, message: probeSentences.payAnswerUnverified };
    }
    return { ok: false, message: probeSentences.payRefused };
  });

export const tryNotification = (key: string, stored: StoredSettings | null) =>
  timed(async () => {
    const values = valuesOf('notification', stored);
    if (key !== 'alert') {
      const complete = merged(settingDefaults.notification, values);
      const event = (complete.subscribe as Values)[key] as { templateId: string };
      return event.templateId
        ? { ok: true, message: probeSentences.templatesFilled }
        : { ok: false, message: probeSentences.templatesMissing };
    }
    const webhook = (values.alerts as Values | undefined)?.wecomWebhookEnc;
    if (typeof webhook !== 'string' || !webhook) {
      return { ok: false, message: probeSentences.robotMissing };
    }
    const place = placeOf('settings', 'notification', 'alerts.wecomWebhookEnc');
    const address = new URL(unseal(webhook, place));
    const base = new URL(environment.WECOM_BASE_URL);
    const answer = await fetch(new URL(address.pathname + address.search, base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msgtype: 'text', text: { content: probeSentences.robotMessage } }),
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    });
    const { errcode } = (await answer.json()) as { errcode?: number };
    return errcode === 0
      ? { ok: true, message: probeSentences.robotSent }
      : { ok: false, message: probeSentences.robotRefused };
  });

export const tryStorage = () =>
  timed(async () => {
    const path = `probe/${newId()}.txt`;
    const content = Buffer.from(path);
    await storeFile(path, content);
    const read = await readFile(path);
    await removeFiles([path]);
    return read?.equals(content)
      ? { ok: true, message: probeSentences.storageWorks }
      : { ok: false, message: probeSentences.storageUnread };
  });
