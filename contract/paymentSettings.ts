import { instant, z } from './zod.ts';

/**
 * The `payment` document of the collection `settings`, as it is stored. The two secrets are sealed
 * (`cloudfunctions/_shared/base/secrets.ts`, place `settings|payment|wxpay.<field>`) and never leave the server.
 */
export const storedPaymentSettings = z.object({
  _id: z.literal('payment'),
  rev: z.int().min(1),
  createTime: instant,
  updateTime: instant,
  wxpay: z
    .object({
      enabled: z.boolean().default(false),
      appid: z.string().default(''),
      mchid: z.string().default(''),
      /** Serial of the merchant's own certificate, whose key signs requests. */
      certSerial: z.string().default(''),
      apiV3KeyEnc: z.string().default(''),
      privateKeyEnc: z.string().default(''),
      /** `PUB_KEY_ID_…`, or the serial of a platform certificate: what `Wechatpay-Serial` must name. */
      publicKeyId: z.string().default(''),
      /** PEM of that public key or certificate. */
      platformPublicKey: z.string().default(''),
      /** The certificate or key that signs as well while one takes the place of the other. */
      otherKeyId: z.string().default(''),
      otherKey: z.string().default(''),
      notifyUrl: z.string().default(''),
      refundNotifyUrl: z.string().default(''),
    })
    .prefault({}),
  /** WeChat's virtual payment of the mini-program (小程序虚拟支付). */
  virtual: z
    .object({
      enabled: z.boolean().default(false),
      offerId: z.string().default(''),
      appKeyEnc: z.string().default(''),
      sandboxAppKeyEnc: z.string().default(''),
      /** New orders are of WeChat's sandbox, and its payments are granted. */
      sandbox: z.boolean().default(false),
      /** Also on iPhones, where Apple takes its share. */
      ios: z.boolean().default(false),
      /** WeChat's version that pays on iPhones. */
      iosLeastVersion: z.string().default('8.0.68'),
      /** Of packages, which have no picture of their own. */
      goodsPicture: z.string().default(''),
      pushTokenEnc: z.string().default(''),
      pushAesKeyEnc: z.string().default(''),
    })
    .prefault({}),
  /** Minutes after which an unpaid order is closed. */
  orderExpireMin: z.int().min(5).max(1_440).default(30),
  /** Days that a print order from the web waits to be paid. */
  webOrderDays: z.int().min(1).max(30).default(3),
});
export type StoredPaymentSettings = z.output<typeof storedPaymentSettings>;
export type WxpaySettings = StoredPaymentSettings['wxpay'];
