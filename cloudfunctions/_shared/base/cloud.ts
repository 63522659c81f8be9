import tcb from '@cloudbase/node-sdk';
import { environment } from './environment.ts';

/**
 * The server SDK, the same in the cloud and against a local platform: the environment says where it is.
 * The SDK's own 15 s is longer than most functions live, so a dead database would look like a dead function.
 */
export const app = tcb.init({
  env: tcb.SYMBOL_CURRENT_ENV as unknown as string,
  timeout: 8_000,
});

export const db = app.database();
export const _ = db.command;

/** A ticket for the platform's custom login, good for ten minutes. Made without a network call. */
export const createTicket = (customUserId: string): string => {
  if (!environment.CUSTOM_LOGIN_KEY) throw new Error('CUSTOM_LOGIN_KEY is not set');
  const credentials = JSON.parse(environment.CUSTOM_LOGIN_KEY) as {
    private_key_id: string;
    private_key: string;
    env_id: string;
  };
  return tcb
    .init({ env: credentials.env_id, credentials })
    .auth()
    .createTicket(customUserId, { refresh: 3_600_000 });
};

/** The caller as the platform vouches for it; per call, because `process.env` is shared by calls. */
export interface Caller {
  uid: string;
  /** Inside WeChat, as WeChat vouches for it; '' elsewhere. */
  openid: string;
  customUserId: string;
  isAnonymous: boolean;
  ip: string;
  requestId: string;
}

export const callerOf = (context: unknown): Caller => {
  const given = (context ?? {}) as { request_id?: string; environment?: string; environ?: string };
  const from =
    given.environment || given.environ
      ? (tcb.getCloudbaseContext(given as never) as unknown as Record<string, unknown>)
      : {};
  const text = (key: string) => (typeof from[key] === 'string' ? (from[key] as string) : '');
  return {
    uid: text('TCB_UUID'),
    openid: text('WX_OPENID'),
    customUserId: text('TCB_CUSTOM_USER_ID'),
    isAnonymous: text('TCB_ISANONYMOUS_USER') === 'true',
    ip: text('TCB_SOURCE_IP') || '0.0.0.0',
    requestId: given.request_id ?? '',
  };
};
