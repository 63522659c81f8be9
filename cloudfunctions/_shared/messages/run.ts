import { DAY_MS, dayOf, MINUTE_MS, startOf, timeOfDay } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { inParallel } from '../base/parallel.ts';
import type { Settings } from '../base/settings.ts';
import { messages } from './messages.ts';
import { deliver, notificationSettings } from './send.ts';

const PAGE = 40;

const millisecondsOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
};

/** The end of the quiet hours that it is in now, which may be tomorrow; null outside of them. */
export const endOfQuiet = (
  { on, from, to }: Settings<'notification'>['quietHours'],
  now: number,
): number | null => {
  const [begin, end, time] = [millisecondsOf(from), millisecondsOf(to), timeOfDay(now)];
  if (!on || begin === end) return null;
  const isQuiet = begin < end ? time >= begin && time < end : time >= begin || time < end;
  if (!isQuiet) return null;
  return startOf(dayOf(now)) + end + (time < end ? 0 : DAY_MS);
};

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
  const end = Date.now() + environment.MESSAGE_BUDGET_MS;
  let handled = 0;
  for (;;) {
    const page = await due();
    if (page.length === 0) return { handled };
    const current = await notificationSettings();
    const quietUntil = endOfQuiet(current.values.quietHours, Date.now());
    const put = quietUntil ? page.filter(({ channel }) => channel === 'subscribe') : [];
    if (quietUntil)
      await messages.compareAndSetMany(
        put.map(({ _id }) => _id),
        { status: 'waiting', nextTime: _.lte(Date.now()) },
        { nextTime: quietUntil },
      );
    const sent = page.filter(message => !put.includes(message));
    await inParallel(sent, message =>
      deliver(message, current).catch((error: unknown) =>
        // Due again at the end of its lease.
        console.error('message not sent', message._id, error),
      ),
    );
    handled += page.length;
    if (Date.now() >= end) return { handled };
  }
};
