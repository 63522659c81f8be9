import { randomUUID } from 'node:crypto';
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
  return async (event: unknown, context?: unknown): Promise<{ ok: boolean; result?: unknown }> => {
    const requestId = (context as { request_id?: string } | undefined)?.request_id || randomUUID();
    const { Type, TriggerName } = (event ?? {}) as TimerEvent;
    if (
      Type !== 'Timer' ||
      typeof TriggerName !== 'string' ||
      !Object.hasOwn(timers, TriggerName)
    ) {
      return { ok: false };
    }
    try {
      return { ok: true, result: await timers[TriggerName]!() };
    } catch (error) {
      console.error(requestId, name, TriggerName, error);
      return { ok: false };
    }
  };
};
