import { PAGE_ID, rendered, type UserEventName } from '#contract/messageEvents.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { dayAfter, dayOf, startOf } from '#contract/shanghai.ts';
import { z } from '#contract/zod.ts';
import type { Settings } from '../base/settings.ts';
import { callWeChat } from '../weChat/client.ts';
import type { StoredMessage, Sending } from './messages.ts';

const { refused, unsubscribed } = messageSentences;

/** Refusals that the same message would meet again. Source: WeChat's documentation of `subscribe/send`. */
const finalRefusals: Readonly<Record<number, string>> = {
  40003: messageSentences.wrongUser,
  40037: messageSentences.wrongTemplate,
  41030: messageSentences.wrongPage,
  43107: messageSentences.blocked,
  47003: messageSentences.wrongFields,
};
/** Refusals that an administrator can end, so it is tried again. */
const passingRefusals: Readonly<Record<number, string>> = {
  40013: messageSentences.wrongSecret,
  40125: messageSentences.wrongSecret,
  40164: messageSentences.addressNotAllowed,
};
const NOT_SUBSCRIBED = 43101;
const DAILY_LIMIT = 45009;

type Subscribed = Pick<StoredMessage, '_id' | 'event' | 'subjects' | 'openid' | 'values'>;

/** `{编号}` is what it is about; `m` is the message's own id, which stays the same when it is sent again. */
const pageOf = (page: string, { _id, subjects: [about = ''] }: Subscribed): string => {
  const address = page.replaceAll(PAGE_ID, about.slice(about.lastIndexOf('/') + 1));
  return `${address}${address.includes('?') ? '&' : '?'}m=${_id}`;
};

/** Tomorrow, when the day's quota begins anew, with a few minutes for their clock. */
const tomorrow = () => startOf(dayAfter(dayOf(Date.now()))) + 5 * 60_000;

/** One subscribe message by the template of its event. Takes one of the user's subscriptions. */
export const sendSubscribe = async (
  message: Subscribed,
  { subscribe, miniProgram }: Settings<'notification'>,
): Promise<Sending> => {
  const event = message.event as UserEventName;
  const { templateId, page, fields } = subscribe[event];
  if (!templateId) return { kind: 'skipped', reason: messageSentences.noTemplate };
  const parts = rendered(event, fields, message.values);
  if (parts.length === 0) return { kind: 'failed', reason: messageSentences.noFields };
  const content = parts.map(({ key, text }) => `${key}：${text}`).join('\n');
  const wrong = parts.find(({ isAccepted }) => !isAccepted);
  if (wrong) {
    const reason = messageSentences.fieldRefused(wrong.key, wrong.text);
    return { kind: 'failed', reason, content };
  }
  const outcome = await callWeChat(
    'cgi-bin/message/subscribe/send',
    {
      touser: message.openid,
      template_id: templateId,
      ...(page && { page: pageOf(page, message) }),
      miniprogram_state: miniProgram.state,
      lang: 'zh_CN',
      data: Object.fromEntries(parts.map(({ key, text }) => [key, { value: text }])),
    },
    z.object({}),
  );
  if (outcome.kind === 'ok') return { kind: 'sent', content };
  if (outcome.kind === 'unset') return { kind: 'skipped', reason: messageSentences.noMiniProgram };
  if (outcome.kind === 'unknown') return { kind: 'unanswered' };
  const { code } = outcome;
  if (code === NOT_SUBSCRIBED) return { kind: 'unsubscribed', reason: unsubscribed, content };
  if (code === DAILY_LIMIT)
    return { kind: 'later', reason: messageSentences.dailyLimit, notBefore: tomorrow() };
  const final = finalRefusals[code];
  if (final) return { kind: 'failed', reason: final, content };
  return { kind: 'later', reason: passingRefusals[code] ?? refused(code) };
};
