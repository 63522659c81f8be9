import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encryption of stored secrets: AES-256-GCM with the key `APP_KEK_<kid>` (32 bytes, base64) of the environment, stored
 * as `v1:<kid>:<iv>:<tag>:<ciphertext>`. The place (`collection|id|field`) is authenticated, so that a ciphertext
 * copied into another record cannot be decrypted. A missing key throws; plain text is never stored.
 */
const CURRENT = 'APP_KEK_CURRENT';
const IV_BYTES = 12;
/** Shorter tags, which the cipher would accept, are easier to guess. */
const TAG_BYTES = 16;

const keyOf = (kid: string): Buffer => {
  const key = Buffer.from(process.env[`APP_KEK_${kid}`] ?? '', 'base64');
  if (key.length !== 32) throw new Error(`APP_KEK_${kid} is missing or not 32 bytes`);
  return key;
};

/** The keys themselves, the current one first: for what is derived from them. */
export const kekBytes = (): Buffer[] => {
  const current = process.env[CURRENT] || '1';
  const kids = Object.keys(process.env).flatMap(
    name => /^APP_KEK_(?!CURRENT$)(.+)$/.exec(name)?.[1] ?? [],
  );
  return [current, ...kids.filter(kid => kid !== current)].map(keyOf);
};

export const placeOf = (collection: string, id: string, field: string) =>
  `${collection}|${id}|${field}`;

export const seal = (secret: string, place: string): string => {
  const kid = process.env[CURRENT] || '1';
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(kid), iv).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [
    'v1',
    kid,
    ...[iv, cipher.getAuthTag(), text].map(part => part.toString('base64url')),
  ].join(':');
};

/** @throws when the key is missing, the text was changed, or it was stored elsewhere */
export const unseal = (sealed: string, place: string): string => {
  const [version, kid, iv, tag, text] = sealed.split(':');
  if (version !== 'v1' || !kid || !iv || !tag || text === undefined)
    throw new Error('not a sealed secret');
  const [ivBytes, tagBytes] = [Buffer.from(iv, 'base64url'), Buffer.from(tag, 'base64url')];
  if (ivBytes.length !== IV_BYTES || tagBytes.length !== TAG_BYTES)
    throw new Error('not a sealed secret');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(kid), ivBytes, {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(tagBytes);
  return Buffer.concat([
    decipher.update(Buffer.from(text, 'base64url')),
    decipher.final(),
  ]).toString('utf8');
};

/** Whether it can be decrypted: a damaged secret is shown as such and can be replaced or cleared. */
export const opens = (sealed: string, place: string): boolean => {
  try {
    unseal(sealed, place);
    return true;
  } catch {
    return false;
  }
};

/** `sk-****9f2c`: enough to distinguish two secrets. */
export const mask = (secret: string): string =>
  secret.length <= 8 ? '****' : `${secret.slice(0, 3)}****${secret.slice(-4)}`;

/** An unchanged value of a form, empty or the mask: keep the secret. */
export const isKept = (value: string | null | undefined): value is null | undefined | '' =>
  !value || value.includes('****');
