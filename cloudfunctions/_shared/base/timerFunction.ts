import { logCall } from './log.ts';
import { requireSecrets } from './requiredSecrets.ts';

interface TimerEvent {
  Type?: unknown;
  TriggerName?: unknown;
}

/**
 * A function called by the platform's timers, by their names. Its rule admits no client, and events of other kinds are
 * refused. Work is done in pages and claims each row by compare-and-set, because runs may overlap.
 */
export const defineTimerFunction = (
  name: string,
  timers: Record<string, () => Promise<unknown>>,
) => {
  requireSecrets(name);
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
        return { ok: true, result: await timers[TriggerName]!() };
      } catch (error) {
        Object.assign(line, { outcome: 'failed', error });
        return { ok: false };
      }
    });
};
