import { createHash } from 'node:crypto';
import { newId } from './repository.ts';

/** Ids are stored: what they are made from, and how, never changes. */
export const hashOf = (parts: string[], length: number): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, length);

/**
 * The id of what a call makes. A call that is repeated with the same key finds what the first one made; without a key
 * every call makes its own.
 * @param scope within which the key distinguishes calls: the action, the caller, the record it is about
 */
export const idFromKey = (idemKey: string | undefined, scope: string[], length = 24): string =>
  idemKey ? hashOf([...scope, idemKey], length) : newId();
