import type { Caller } from '../auth/sessions.ts';
import type { InvokeRule } from '../types.ts';

/**
 * Whether a client may invoke a function. The publishable key alone is no user, so only `true` admits it. A function
 * without a rule admits signed-in, non-anonymous users only: a forgotten rule must not grant access.
 */
export function mayInvoke(rule: InvokeRule | undefined, caller: Caller): boolean {
  switch (rule) {
    case true:
    case 'true':
      return true;
    case false:
    case 'false':
      return false;
    case 'auth != null':
      return caller !== null;
    default:
      return caller !== null && caller.loginType !== 'ANONYMOUS';
  }
}
