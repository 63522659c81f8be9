import type { MessageRecord } from './messageRecord.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long until messages are read again, in milliseconds; false while none waits. Sent within seconds once due. */
export const refreshEvery = (
  messages: readonly Partial<Pick<MessageRecord, 'status' | 'nextTime'>>[],
  now = Date.now(),
): number | false => {
  const waiting = messages.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return false;
  const next = Math.min(...waiting.map(({ nextTime = 0 }) => nextTime));
  return next <= now + MINUTE ? 3 * SECOND : MINUTE;
};
