import { endOfQuiet } from '#contract/quietHours.ts';
import { _ } from '../base/cloud.ts';
import { endOfRun } from '../base/due.ts';
import { environment } from '../base/environment.ts';
import { report } from '../base/log.ts';
import { inParallel } from '../base/parallel.ts';
import { idsOf } from '../base/repository.ts';
import { settingsOf } from '../base/settings.ts';
import { messages } from './messages.ts';
import { deliver } from './send.ts';

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
