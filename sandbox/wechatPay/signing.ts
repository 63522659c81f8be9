import {
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  randomBytes,
} from 'node:crypto';
import { publicHalf, type WechatPayKeys } from './keys.ts';

/** The gateway's side of APIv3's cryptography, written from the documentation and not from the product's code. */
export const createSigner = (keys: WechatPayKeys, now: () => number) => {
  const merchantKey = createPublicKey(publicHalf(keys.merchantPrivateKey));
  const platformKey = createPrivateKey(keys.platformPrivateKey);

  return {
    /** Why the request's signature is invalid; null when it is valid. `target` is path and query as received. */
    faultOf(header: string | undefined, method: string, target: string, body: string) {
      const [, list] = /^WECHATPAY2-SHA256-RSA2048 (.+)$/.exec(header ?? '') ?? [];
      if (!list) return 'Http头Authorization值格式错误';
      const fields = new Map(
        [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      );
      const field = (name: string) => fields.get(name) ?? '';
      if (field('mchid') !== keys.mchid) return '商户号不存在';
      if (field('serial_no') !== keys.certSerial) return '商户证书序列号有误';
      const timestamp = field('timestamp');
      if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now() / 1_000 - Number(timestamp)) > 300)
        return '请求的时间戳已过期';
      if (field('nonce_str') === '') return '缺少随机串';
      const signed = [method, target, timestamp, field('nonce_str'), body];
      const valid = createVerify('RSA-SHA256')
        .update(signed.map(line => `${line}\n`).join(''))
        .verify(merchantKey, field('signature'), 'base64');
      return valid ? null : '签名错误';
    },

    /** The headers with the gateway's signature. */
    headersFor(body: string, at: number = now()): Record<string, string> {
      const timestamp = String(Math.floor(at / 1_000));
      const nonce = randomBytes(16).toString('hex');
      return {
        'wechatpay-serial': keys.publicKeyId,
        'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': nonce,
        'wechatpay-signature': createSign('RSA-SHA256')
          .update(`${timestamp}\n${nonce}\n${body}\n`)
          .sign(platformKey, 'base64'),
      };
    },

    seal(content: object, associatedData: string) {
      const nonce = randomBytes(6).toString('hex');
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(keys.apiV3Key), nonce).setAAD(
        Buffer.from(associatedData),
      );
      const text = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
      return {
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: Buffer.concat([text, cipher.getAuthTag()]).toString('base64'),
        associated_data: associatedData,
        nonce,
      };
    },
  };
};

export type Signer = ReturnType<typeof createSigner>;
