import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject } from '../http/body.ts';
import type { PlatformStore, Row } from '../platform/platformStore.ts';
import { type Clock, PlatformError } from '../types.ts';

export type LoginType = 'ANONYMOUS' | 'CUSTOM';

export interface User {
  /** The platform's id, `uid` in the SDKs. */
  sub: string;
  loginType: LoginType;
  /** The uid given to `createTicket`; empty for anonymous users. */
  customUserId: string;
  createdAt: number;
}

/** The caller of a client call. `null`: only the publishable key, without a user. */
export type Caller = User | null;

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  user: User;
}

export interface Sessions {
  signInAnonymously(deviceId: string): TokenPair;
  signInCustom(customUserId: string): TokenPair;
  /** Null when the refresh token is unknown, used up or expired. */
  refresh(refreshToken: string): TokenPair | null;
  /** Ends the session of an access or refresh token, with all its tokens; unknown tokens are ignored. */
  revoke(token: string): void;
  /** @throws PlatformError 401 `INVALID_ACCESS_TOKEN` or `ACCESS_TOKEN_EXPIRED` */
  verify(accessToken: string): User;
  find(sub: string): User | null;
  reset(): void;
}

export interface TokenLifetimes {
  /** Seconds; 7200 as in production. */
  access: number;
  /** Seconds; 30 days as in production. */
  refresh: number;
}

/** Two tabs may find the access token expired at the same moment; the second renewal must not be refused. */
const GRACE_MS = 60_000;

export function createSessions(
  store: PlatformStore,
  clock: Clock,
  envId: string,
  lifetimes: TokenLifetimes,
  /** Sessions of one user whose refresh tokens live; -1 for any number. */
  maxDevice: () => number,
): Sessions {
  const secret = store.secret('access-token');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

  const accessToken = (user: User, session: string): string => {
    const iat = Math.floor(clock.now() / 1000);
    const payload = {
      iss: 'cloudbase-emulator',
      sub: user.sub,
      aud: envId,
      iat,
      exp: iat + lifetimes.access,
      // Random, because otherwise two sign-ins in one second give the same token, and a revoked token would be issued
      // again.
      jti: randomBytes(12).toString('hex'),
      sid: session,
      scope: user.loginType === 'ANONYMOUS' ? 'anonymous' : 'user',
      project_id: envId,
      name: user.loginType === 'ANONYMOUS' ? 'Anonymous' : user.customUserId,
    };
    const body = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
    return `${body}.${sign(body)}`;
  };

  /** The claims of a token with a valid signature, expired or not. */
  const read = (token: string): { sub: string; sid: string; exp: number } | null => {
    const [head, body, signature, ...more] = token.split('.');
    if (head !== header || !body || !signature || more.length > 0) return null;
    const expected = Buffer.from(sign(`${head}.${body}`));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    return isObject(claims) ? (claims as { sub: string; sid: string; exp: number }) : null;
  };

  const toUser = (row: Row): User => ({
    sub: String(row.sub),
    loginType: row.kind as LoginType,
    customUserId: String(row.custom_id ?? ''),
    createdAt: Number(row.created_at),
  });

  const userOf = (column: 'custom_id' | 'device_id', value: string, loginType: LoginType): User => {
    const known = store.get(`select * from users where ${column} = ?`, [value]);
    if (known) return toUser(known);
    const user: User = {
      sub: BigInt(`0x${randomBytes(8).toString('hex')}`).toString(),
      loginType,
      customUserId: column === 'custom_id' ? value : '',
      createdAt: clock.now(),
    };
    store.run(`insert into users (sub, kind, ${column}, created_at) values (?, ?, ?, ?)`, [
      user.sub,
      loginType,
      value,
      user.createdAt,
    ]);
    return user;
  };

  const newRefreshToken = () => randomBytes(32).toString('base64url');

  const open = (user: User): TokenPair => {
    const session = randomBytes(16).toString('hex');
    const refreshToken = newRefreshToken();
    const now = clock.now();
    // Access tokens outlive a refresh token that another sign-in has ended.
    store.run('delete from sessions where refresh_until <= ?', [now - lifetimes.access * 1000]);
    store.run('insert into sessions (id, sub, refresh_hash, refresh_until) values (?, ?, ?, ?)', [
      session,
      user.sub,
      hash(refreshToken),
      now + lifetimes.refresh * 1000,
    ]);
    endOldest(user, session, now);
    return { accessToken: accessToken(user, session), refreshToken, user };
  };

  /**
   * As https://docs.cloudbase.net/authentication-v2/auth/token says: above the number, the oldest refresh token ends; no
   * access token does, and a changed number holds from the user's next sign-in on.
   */
  const endOldest = (user: User, session: string, now: number) => {
    const most = maxDevice();
    if (most < 0) return;
    store.run(
      `update sessions set refresh_until = ?1 where id in (
         select id from sessions where sub = ?2 and refresh_until > ?1 and id <> ?3
         order by refresh_until desc limit -1 offset ?4)`,
      [now, user.sub, session, most - 1],
    );
  };

  const find = (sub: string): User | null => {
    const row = store.get('select * from users where sub = ?', [sub]);
    return row ? toUser(row) : null;
  };

  return {
    signInAnonymously: deviceId => open(userOf('device_id', deviceId, 'ANONYMOUS')),
    signInCustom: customUserId => open(userOf('custom_id', customUserId, 'CUSTOM')),
    refresh(refreshToken) {
      const row = store.get(
        `select * from sessions where refresh_until > ?2
         and (refresh_hash = ?1 or (previous_hash = ?1 and previous_until > ?2))`,
        [hash(refreshToken), clock.now()],
      );
      const user = row && find(String(row.sub));
      if (!user) return null;
      const next = newRefreshToken();
      store.run(
        `update sessions set previous_hash = refresh_hash, previous_until = ?,
         refresh_hash = ?, refresh_until = ? where id = ?`,
        [
          clock.now() + GRACE_MS,
          hash(next),
          clock.now() + lifetimes.refresh * 1000,
          String(row.id),
        ],
      );
      return { accessToken: accessToken(user, String(row.id)), refreshToken: next, user };
    },
    revoke(token) {
      const claims = read(token);
      if (claims) store.run('delete from sessions where id = ?', [claims.sid]);
      else store.run('delete from sessions where refresh_hash = ?', [hash(token)]);
    },
    verify(token) {
      const claims = read(token);
      const session = claims && store.get('select sub from sessions where id = ?', [claims.sid]);
      const user = session && find(claims.sub);
      if (claims && claims.exp * 1000 <= clock.now())
        throw new PlatformError('ACCESS_TOKEN_EXPIRED', 'access token expired', 401);
      if (!user) throw new PlatformError('INVALID_ACCESS_TOKEN', 'access token is not valid', 401);
      return user;
    },
    find,
    reset() {
      store.run('delete from sessions');
      store.run('delete from users');
    },
  };
}
