import type { Caller } from './cloud.ts';
import type { Permissions, StoredAdmin, StoredSession } from './session.ts';

export interface CallContext extends Caller {
  function: string;
  action: string;
}

export interface AdminContext extends CallContext {
  /**
   * The administrator of the session. Waits for the session check, which runs beside a read's handler; if it fails, the
   * handler's result is discarded. A write's handler starts only after it.
   */
  admin(): Promise<StoredAdmin>;
  session(): Promise<StoredSession>;
  /** What the administrator may, at the time of this call. */
  permissions(): Promise<Permissions>;
  /** The administrator id claimed by the token; a read may start with it, because its result waits for the check. */
  claimedAdminId: string;
  /** A page looks again by itself: nothing is written, also no look at pictures. */
  quiet: boolean;
}
