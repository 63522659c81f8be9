import { type AlertEventName, alertEvents } from '#contract/messageEvents.ts';
import { endOfQuiet } from '#contract/quietHours.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { MINUTE_MS } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { endOfRun } from '../base/due.ts';
import { environment } from '../base/environment.ts';
import { dueLease, retryTime } from '../base/lease.ts';
import { report } from '../base/log.ts';
import { inParallel } from '../base/parallel.ts';
import { idsOf } from '../base/repository.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import { alertText } from './alerts.ts';
import { sendMail } from './email.ts';
import { messages, type StoredMessage, type Sending } from './messages.ts';
import { sendSubscribe } from './subscribe.ts';
import { sendWecom } from './wecom.ts';

const isAlert = (event: string): event is AlertEventName => Object.hasOwn(alertEvents, event);

const carryOut = async (
  message: StoredMessage,
  values: Settings<'notification'>,
): Promise<Sending> => {
  const { event, channel, _id } = message;
  if (!isAlert(event)) return sendSubscribe(message, values);
  const { alerts } = values;
  if (!alerts.events.includes(event))
    return { kind: 'skipped', reason: messageSentences.notWanted };
  const text = alertText(message);
  return channel === 'email' ? sendMail(text, _id, alerts) : sendWecom(text, alerts);
};

/** Before the second try, the third, and so on. */
const WAITS_MS = [1, 5, 30, 120, 360].map(minutes => minutes * MINUTE_MS);

/** Sent once more when no answer came, never a third time. */
const UNANSWERED_MOST = 2;

/** What a try changes; `message` as it was claimed, so that `unanswered` counts this try. */
const patchAfter = (message: StoredMessage, sending: Sending): Partial<StoredMessage> => {
  const { attempts } = message;
  const unanswered = message.unanswered - 1;
  const { content } = sending as { content?: string };
  switch (sending.kind) {
    case 'sent':
      return { status: 'sent', sentTime: Date.now(), reason: '', unanswered, content };
    case 'unanswered':
      if (message.unanswered >= UNANSWERED_MOST)
        return { status: 'failed', reason: messageSentences.noAnswer };
      return {
        nextTime: retryTime(WAITS_MS, attempts),
        isUnsure: true,
        reason: messageSentences.noAnswer,
      };
    case 'unsubscribed':
      // The first try, which nobody answered, has used up the subscription.
      if (unanswered > 0)
        return {
          status: 'sent',
          sentTime: Date.now(),
          reason: messageSentences.noAnswer,
          unanswered,
          content,
        };
      return { status: 'unsubscribed', reason: sending.reason, unanswered, content };
    case 'later': {
      const { reason, notBefore } = sending;
      if (attempts >= environment.MESSAGE_ATTEMPTS) return { status: 'failed', reason, unanswered };
      return { nextTime: notBefore ?? retryTime(WAITS_MS, attempts), reason, unanswered };
    }
    default:
      return { status: sending.kind, reason: sending.reason, unanswered, content };
  }
};

const lease = dueLease(
  messages,
  'nextTime',
  () => environment.MESSAGE_LEASE_MS,
  () => ({ status: 'waiting' }),
);

/**
 * Sends one message, under a lease in `nextTime`. A sender that dies leaves it due again, counted as a try without an
 * answer: sent twice at most, with the same id.
 */
const deliver = async (found: StoredMessage, current: Settings<'notification'>): Promise<void> => {
  if (found.unanswered >= UNANSWERED_MOST) {
    const patch = { status: 'failed', isUnsure: true, reason: messageSentences.noAnswer };
    return void (await lease.write(found, patch));
  }
  const claimed = await lease.take(found, {
    attempts: found.attempts + 1,
    unanswered: found.unanswered + 1,
    // Also where the sender died after sending: it may arrive a second time.
    isUnsure: found.isUnsure || found.unanswered > 0,
  });
  if (!claimed) return;
  const sending = await carryOut(claimed, current);
  await lease.write(claimed, patchAfter(claimed, sending));
};

const PAGE = 40;

const due = () =>
  messages.find(
    { status: 'waiting', nextTime: _.lte(Date.now()) },
    { sort: [['nextTime', 'asc']], limit: PAGE },
  );

/**
 * Sends what is due, the oldest first, until there is nothing more or the time is over. In quiet hours messages to users
 * are put off to their end; alerts are not. Runs may overlap.
 */
export const sendDue = async (): Promise<{ handled: number }> => {
  const end = endOfRun(environment.MESSAGE_BUDGET_MS);
  let handled = 0;
  for (;;) {
    const page = await due();
    if (page.length === 0) return { handled };
    const current = await settingsOf('notification');
    const quietUntil = endOfQuiet(current.quietHours, Date.now());
    const put = quietUntil ? page.filter(({ channel }) => channel === 'subscribe') : [];
    if (quietUntil)
      await messages.compareAndSetMany(
        idsOf(put),
        { status: 'waiting', nextTime: _.lte(Date.now()) },
        { nextTime: quietUntil },
      );
    const sent = page.filter(message => !put.includes(message));
    await inParallel(sent, message =>
      deliver(message, current).catch((error: unknown) =>
        // Due again at the end of its lease.
        report('message not sent', error, message._id),
      ),
    );
    handled += page.length;
    if (Date.now() >= end) return { handled };
  }
};
