import { logCall, report } from './log.ts';
import { keepProgress } from './progress.ts';
import { requireSecrets } from './requiredSecrets.ts';

interface TimerEvent {
  Type?: unknown;
  TriggerName?: unknown;
}

/** How often a timer's last run is noted. */
const NOTED_EVERY_MS = 10 * 60_000;

/** Where `progress` holds when a timer last ran: what says from outside that the platform calls it. */
export const timerRunId = (name: string, timer: string): string => `timer_${name}_${timer}`;

/**
 * A function called by the platform's timers, by their names. Its rule admits no client, and events of other kinds are
 * refused. Work is done in pages and claims each row by compare-and-set, because runs may overlap.
 */
export const defineTimerFunction = (
  name: string,
  timers: Record<string, () => Promise<unknown>>,
) => {
  requireSecrets(name);
  const noted = new Map<string, number>();
  const note = async (timer: string) => {
    const now = Date.now();
    if (now - (noted.get(timer) ?? 0) < NOTED_EVERY_MS) return;
    noted.set(timer, now);
    await keepProgress(timerRunId(name, timer), null).catch((error: unknown) =>
      report('a run of a timer was not noted', error),
    );
  };
  return (event: unknown, context?: unknown): Promise<{ ok: boolean; result?: unknown }> =>
    logCall(name, 'timer', context, async line => {
      const { Type, TriggerName } = (event ?? {}) as TimerEvent;
      if (
        Type !== 'Timer' ||
        typeof TriggerName !== 'string' ||
        !Object.hasOwn(timers, TriggerName)
      ) {
        line.outcome = 'refused';
        return { ok: false };
      }
      line.action = TriggerName;
      try {
        const result = await timers[TriggerName]!();
        await note(TriggerName);
        return { ok: true, result };
      } catch (error) {
        Object.assign(line, { outcome: 'failed', error });
        return { ok: false };
      }
    });
};
