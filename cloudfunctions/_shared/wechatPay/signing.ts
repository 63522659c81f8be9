import {
  constants,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';

/** WeChat Pay APIv3's cryptography: RSA-SHA256 both ways, AES-256-GCM inside notices, RSA-OAEP for people's data. */
const TAG_BYTES = 16;
/** Allowed difference between a signed time and our clock. */
const MOST_SKEW_SECONDS = 300;

/** Parsing a key costs more than using it, so parsed keys are kept. */
const keys = new Map<string, KeyObject>();
const keyOf = (pem: string, parse: (pem: string) => KeyObject): KeyObject => {
  const known = keys.get(pem);
  if (known) return known;
  if (keys.size > 20) keys.clear();
  const key = parse(pem);
  keys.set(pem, key);
  return key;
};

export const newNonce = () => randomBytes(16).toString('hex');

/** Lines, each ended by a line feed: the signed form of all messages. */
const lines = (...parts: string[]) => parts.map(part => `${part}\n`).join('');

export const signLines = (privateKey: string, ...parts: string[]): string =>
  createSign('RSA-SHA256')
    .update(lines(...parts))
    .sign(keyOf(privateKey, createPrivateKey), 'base64');

/** `Authorization` of one request. `target` is the path with its query, as it is sent. */
export const authorization = (
  merchant: { mchid: string; certSerial: string; privateKey: string },
  method: string,
  target: string,
  body: string,
): string => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const nonce = newNonce();
  const signature = signLines(merchant.privateKey, method, target, timestamp, nonce, body);
  const fields = {
    mchid: merchant.mchid,
    nonce_str: nonce,
    timestamp,
    serial_no: merchant.certSerial,
    signature,
  };
  const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`;
};

/**
 * Whether the gateway signed this recently with a key we know: while a merchant changes from the certificate to the public key
 * it signs with either, for a week (https://pay.weixin.qq.com/doc/v3/merchant/4012154180).
 */
export const isGenuine = (
  header: (name: string) => string | null | undefined,
  body: string,
  platform: Record<'publicKeyId' | 'platformPublicKey' | 'otherKeyId' | 'otherKey', string>,
): boolean => {
  const serial = header('wechatpay-serial');
  const timestamp = header('wechatpay-timestamp');
  const nonce = header('wechatpay-nonce');
  const signature = header('wechatpay-signature');
  if (!serial || !timestamp || !nonce || !signature) return false;
  const key =
    serial === platform.publicKeyId
      ? platform.platformPublicKey
      : serial === platform.otherKeyId && platform.otherKey;
  if (!key) return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > MOST_SKEW_SECONDS) return false;
  try {
    return createVerify('RSA-SHA256')
      .update(lines(timestamp, nonce, body))
      .verify(keyOf(key, createPublicKey), signature, 'base64');
  } catch {
    return false;
  }
};

export interface SealedResource {
  algorithm: string;
  nonce: string;
  associated_data?: string | undefined;
  ciphertext: string;
}

/** @throws when it was not encrypted with our APIv3 key, or was changed */
export const openResource = (apiV3Key: string, resource: SealedResource): unknown => {
  if (resource.algorithm !== 'AEAD_AES_256_GCM') throw new Error('unknown algorithm');
  const sealed = Buffer.from(resource.ciphertext, 'base64');
  if (sealed.length < TAG_BYTES) throw new Error('too short');
  const opener = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), resource.nonce, {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(resource.associated_data ?? ''))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = Buffer.concat([opener.update(sealed.subarray(0, -TAG_BYTES)), opener.final()]);
  return JSON.parse(text.toString('utf8'));
};

/** Encrypts card numbers and names for the gateway. */
export const sealForGateway = (platformPublicKey: string, text: string): string =>
  publicEncrypt(
    {
      key: keyOf(platformPublicKey, createPublicKey),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha1',
    },
    Buffer.from(text),
  ).toString('base64');
