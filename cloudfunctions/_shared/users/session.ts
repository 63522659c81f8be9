import { DAY_MS } from '#contract/shanghai.ts';
import { placeOf, seal, unseal } from '../base/secrets.ts';
import type { StoredUser } from './ledger.ts';

/** WeChat does not say how long a session_key holds; one that has ended before is refused on the phone. */
const HOLDS_MS = DAY_MS;

const place = (userId: string) => placeOf('users', userId, 'session');

/** It goes with the account. */
export const noSession = { sessionCipher: '', sessionTime: 0 };

export const sessionFields = (userId: string, sessionKey: string) => ({
  sessionCipher: seal(sessionKey, place(userId)),
  sessionTime: Date.now(),
});

/** The session_key that the user's virtual payments are signed with; null where WeChat is to be signed in to anew. */
export const sessionOf = ({ _id, sessionCipher, sessionTime = 0 }: StoredUser): string | null =>
  sessionCipher && sessionTime > Date.now() - HOLDS_MS ? unseal(sessionCipher, place(_id)) : null;
