import { createHash, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import { PlatformError } from '../types.ts';
import type { Caller, Sessions } from './sessions.ts';
import type { SignInSettings } from './settings.ts';

/** Finds out who calls the gateway (`/v1/*`) from its `Authorization` header. */
export type ReadCaller = (exchange: Exchange) => Caller;

/** @throws (when called) PlatformError 401 `MISSING_CREDENTIALS` and the errors of `Sessions.verify` */
export function createCallerReader(
  sessions: Sessions,
  settings: Pick<SignInSettings, 'publishableKeys'>,
): ReadCaller {
  return ({ req }) => {
    const token = bearer(req.headers.authorization);
    if (token === '')
      throw new PlatformError('MISSING_CREDENTIALS', 'credentials are missing', 401);
    const isPublishable = settings.publishableKeys.some(key => sameText(token, key));
    return isPublishable ? null : sessions.verify(token);
  };
}

export function bearer(header: string | undefined): string {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '';
}

/** Compares in constant time. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
