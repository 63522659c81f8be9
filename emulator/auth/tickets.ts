import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isObject } from '../http/body.ts';
import type { Clock } from '../types.ts';
import type { CustomLoginKey } from './customLoginKey.ts';
import type { SignInSettings } from './settings.ts';

const UID = /^[a-zA-Z0-9_\-#@~=*(){}[\]:.,<>+]{4,32}$/;

/** Reads tickets made by the server SDK's `createTicket`; null for anything it did not make. */
export type TicketReader = (ticket: unknown) => { uid: string } | null;

/**
 * `<private_key_id>/@@/<JWS RS256>`; unlike in plain JWTs the instants are milliseconds
 * (docs/cloudbase-wire.md#sign-in).
 */
export function createTicketReader(
  settings: Pick<SignInSettings, 'ticketKeys'>,
  clock: Clock,
): TicketReader {
  const publicKeys = new WeakMap<CustomLoginKey, KeyObject>();
  const publicKeyOf = (key: CustomLoginKey): KeyObject => {
    const known = publicKeys.get(key) ?? createPublicKey(key.private_key);
    publicKeys.set(key, known);
    return known;
  };
  return ticket => {
    if (typeof ticket !== 'string' || ticket.length > 8192) return null;
    const [keyId, jws, ...more] = ticket.split('/@@/');
    const key = settings.ticketKeys.find(({ private_key_id: id }) => id === keyId);
    if (!key || jws === undefined || more.length > 0) return null;
    const parts = jws.split('.');
    const [header, payload, signature] = parts;
    if (parts.length !== 3 || !header || !payload || !signature) return null;
    const head = decode(header);
    // The algorithm is fixed, never taken from the ticket.
    if (!isObject(head) || head.alg !== 'RS256') return null;
    const signed = Buffer.from(`${header}.${payload}`);
    const signatureBytes = Buffer.from(signature, 'base64url');
    if (!verify('RSA-SHA256', signed, publicKeyOf(key), signatureBytes)) return null;
    const body = decode(payload);
    if (!isObject(body) || body.env !== key.env_id) return null;
    if (typeof body.exp !== 'number' || body.exp <= clock.now()) return null;
    if (typeof body.uid !== 'string' || !UID.test(body.uid)) return null;
    return { uid: body.uid };
  };
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
