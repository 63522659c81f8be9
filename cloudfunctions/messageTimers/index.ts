import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { purge } from '../_shared/messages/remove.ts';
import { sendDue } from '../_shared/messages/run.ts';

export const main = defineTimerFunction('messageTimers', {
  /** Every five seconds. */
  send: sendDue,
  /** Every night. */
  purge,
});
