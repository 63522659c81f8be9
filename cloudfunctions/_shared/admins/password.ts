import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { codes } from '#contract/envelope.ts';
import { ActionError } from '../base/errors.ts';

/** OWASP ASVS 5 appendix C: about 230 ms and 32 MB. Node's own memory cap refuses these without `maxmem`. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;

/** Two at a time fit the smallest function; a queue of more than 20 is refused. */
const MAX_RUNNING = 2;
const MAX_WAITING = 20;
let running = 0;
const waiting: (() => void)[] = [];

/** In the normal form: Windows and macOS write an é with one character or with two. */
const derive = async (password: string, salt: Buffer, maxWaiting: number): Promise<Buffer> => {
  if (running < MAX_RUNNING) {
    running += 1;
  } else {
    if (waiting.length >= maxWaiting) throw new ActionError(codes.tooOften);
    // A finished one passes its slot to the next in the queue, so that no newcomer takes it.
    await new Promise<void>(go => waiting.push(go));
  }
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      scrypt(password.normalize('NFC'), salt, KEY_BYTES, cost, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    );
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** `$scrypt$ln=15,r=8,p=3$<salt>$<key>`, so that parameters can become stronger while old hashes stay valid. */
export const hashPassword = async (password: string, maxWaiting = MAX_WAITING): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(password, salt, maxWaiting);
  return `$scrypt$ln=15,r=8,p=3$${salt.toString('base64url')}$${key.toString('base64url')}`;
};

const stored = /^\$scrypt\$ln=15,r=8,p=3\$([\w-]+)\$([\w-]+)$/;
const nobody = { salt: Buffer.alloc(16, 7), key: Buffer.alloc(KEY_BYTES, 9) };

/** Takes the same time for a name that does not exist (`hash` undefined). */
export const verifyPassword = async (
  password: string,
  hash: string | undefined,
): Promise<boolean> => {
  const parts = hash === undefined ? null : stored.exec(hash);
  if (hash !== undefined && !parts) throw new Error('stored password hash has an unknown form');
  const salt = parts?.[1] ? Buffer.from(parts[1], 'base64url') : nobody.salt;
  const expected = parts?.[2] ? Buffer.from(parts[2], 'base64url') : nobody.key;
  const key = await derive(password, salt, MAX_WAITING);
  return timingSafeEqual(key, expected) && parts !== null;
};
