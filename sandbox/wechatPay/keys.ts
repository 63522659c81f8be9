import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';

/** Keys of merchant and gateway; made once for a local installation, useless elsewhere. */
export interface WechatPayKeys {
  appid: string;
  mchid: string;
  certSerial: string;
  /** 32 characters. */
  apiV3Key: string;
  /** PEM; the gateway's side knows only its public half. */
  merchantPrivateKey: string;
  publicKeyId: string;
  /** PEM; the merchant knows only its public half. */
  platformPrivateKey: string;
}

const rsa = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

export const makeWechatPayKeys = (): WechatPayKeys => ({
  appid: `wx${randomBytes(8).toString('hex')}`,
  mchid: '1900000109',
  certSerial: randomBytes(20).toString('hex').toUpperCase(),
  apiV3Key: randomBytes(16).toString('hex'),
  merchantPrivateKey: rsa(),
  publicKeyId: `PUB_KEY_ID_0${randomBytes(14).toString('hex').toUpperCase()}`,
  platformPrivateKey: rsa(),
});

export const publicHalf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
