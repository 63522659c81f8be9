import type { ActionInput } from '#contract/index.ts';
import { samplesOf, userEvents } from '#contract/messageEvents.ts';
import { messageSentences, testMessage } from '#contract/sentences/messages.ts';
import { probeSentences } from '#contract/sentences/settings.ts';
import { z } from '#contract/zod.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { timed, type Verdict } from '../_shared/base/probe.ts';
import { newId } from '../_shared/base/repository.ts';
import { type Settings, settingsOf } from '../_shared/base/settings.ts';
import { readFile, removeFiles, storeFile } from '../_shared/base/storage.ts';
import { sendMail } from '../_shared/messages/email.ts';
import type { Sending } from '../_shared/messages/messages.ts';
import { userMessageRow } from '../_shared/messages/outbox.ts';
import { sendSubscribe } from '../_shared/messages/subscribe.ts';
import { sendWecom } from '../_shared/messages/wecom.ts';
import { users } from '../_shared/users/ledger.ts';
import { isWechatOpenid } from '../_shared/users/visitorUser.ts';
import { callWeChat } from '../_shared/weChat/client.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';
import { virtualSettings } from '../_shared/wechatPay/virtualSettings.ts';

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

/** What is answered to the right signature, because there is no such user, or no such order. */
const ABSENT = [268490001, 268490002];
const WRONG_SIGNATURE = 268490003;
const BUSY = -1;

export const tryVirtual = () =>
  timed(async () => {
    const { env, appKey } = await virtualSettings();
    const asked = { openid: NO_ORDER, env, order_id: NO_ORDER };
    const answer = await callWeChat('xpay/query_order', asked, z.unknown(), appKey(env));
    const failed = (message: string) => ({ ok: false, message });
    if (answer.kind === 'unset') return failed(probeSentences.virtualNoSecret);
    if (answer.kind === 'unknown') return failed(probeSentences.virtualNoAnswer);
    if (answer.kind === 'ok' || ABSENT.includes(answer.code))
      return { ok: true, message: probeSentences.virtualWorks };
    if (answer.code === BUSY) return failed(probeSentences.virtualNoAnswer);
    if (answer.code === WRONG_SIGNATURE) return failed(probeSentences.virtualWrongKey);
    return failed(probeSentences.virtualRefused(answer.code));
  });

const verdictOf = (sending: Sending): Verdict => {
  if (sending.kind === 'sent') return { ok: true, message: testMessage.sent };
  const isSilent = sending.kind === 'unanswered';
  return { ok: false, message: isSilent ? messageSentences.noAnswer : sending.reason };
};

type Trial = ActionInput<'adminSettings', 'testNotification'>;

/**
 * Sends what a user would get, with the samples of the preview. Not in the outbox: nothing has happened. But the user's
 * history says who has sent it, because it reads as if it did.
 */
const trySubscribe = async (
  { event, userId }: Extract<Trial, { channel: 'subscribe' }>,
  values: Settings<'notification'>,
  context: AdminContext,
): Promise<Verdict> => {
  const [user, by] = await Promise.all([users.require(userId), actorOf(context)]);
  if (!isWechatOpenid(user.openid))
    return { ok: false, message: messageSentences.userWithoutWeChat };
  await audit({ by, resource: 'user', resourceId: userId, reason: userEvents[event].label });
  const row = userMessageRow(
    { event, key: newId(), user, subjects: [], values: samplesOf(event) },
    Date.now(),
  );
  return verdictOf(await sendSubscribe(row, values));
};

export const tryNotification = (trial: Trial, context: AdminContext) =>
  timed(async () => {
    const values = await settingsOf('notification');
    if (trial.channel === 'subscribe') return trySubscribe(trial, values, context);
    if (trial.channel === 'wecom') return verdictOf(await sendWecom(testMessage, values.alerts));
    return verdictOf(await sendMail(testMessage, `test_${newId()}`, values.alerts));
  });

export const tryStorage = () =>
  timed(async () => {
    const path = `probe/${newId()}.txt`;
    const content = Buffer.from(path);
    await storeFile(path, content);
    try {
      const read = await readFile(path);
      return read?.equals(content)
        ? { ok: true, message: probeSentences.storageWorks }
        : { ok: false, message: probeSentences.storageUnread };
    } finally {
      await removeFiles([path]);
    }
  });
