import tcb from '@cloudbase/node-sdk';
import { environment } from './environment.ts';

/**
 * The server SDK; its environment variables point to the cloud or to the local platform. Its default timeout of 15 s
 * exceeds that of most functions, so a dead database would look like a dead function.
 */
export const app = tcb.init({
  env: tcb.SYMBOL_CURRENT_ENV as unknown as string,
  timeout: 8_000,
});

export const db = app.database();
export const _ = db.command;

/**
 * A ticket for the platform's custom login, valid for ten minutes. Made without a network call.
 * @param expire when the session is to end, epoch milliseconds; not every document of the platform promises it
 */
export const createTicket = (user: string, expire: number): string => {
  if (!environment.CUSTOM_LOGIN_KEY) throw new Error('CUSTOM_LOGIN_KEY is not set');
  const credentials = JSON.parse(environment.CUSTOM_LOGIN_KEY) as {
    private_key_id: string;
    private_key: string;
    env_id: string;
  };
  return tcb
    .init({ env: credentials.env_id, credentials })
    .auth()
    .createTicket(user, { refresh: 3_600_000, expire });
};

/**
 * The caller as verified by the platform. Read from each call's context, because concurrent calls share `process.env`.
 */
export interface Caller {
  uid: string;
  /** The openid verified by WeChat; '' outside WeChat. */
  openid: string;
  /** The administrator whose ticket it was, and which of their epochs; '' and null without a ticket. */
  customUserId: string;
  ticketEpoch: number | null;
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
  const [customUserId = '', epoch] = text('TCB_CUSTOM_USER_ID').split('.');
  return {
    uid: text('TCB_UUID'),
    openid: text('WX_OPENID'),
    customUserId,
    ticketEpoch: epoch === undefined ? null : Number(epoch),
    isAnonymous: text('TCB_ISANONYMOUS_USER') === 'true',
    ip: text('TCB_SOURCE_IP') || '0.0.0.0',
    requestId: given.request_id ?? '',
  };
};
