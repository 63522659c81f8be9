import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { callbackPaths } from '#cloudfunctions/_shared/base/callbackPaths.ts';
import { placeOf, seal } from '#cloudfunctions/_shared/base/secrets.ts';
import { normalForm } from '#contract/normalForm.ts';
import type { Emulator } from '#emulator/emulator.ts';
import { keptJson } from '#emulator/platform/keptJson.ts';
import { answer } from '../../sandbox/exchange.ts';
import { MODERATION_PATH, moderationCredentials } from '../../sandbox/moderation.ts';
import { RUNNINGHUB_PATH } from '../../sandbox/runningHub/runningHub.ts';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { VOD_PATH, vodApplications, vodCredentials } from '../../sandbox/vod.ts';
import { vodPlayKey } from '../../sandbox/vodMedia.ts';
import { pushAccount } from '../../sandbox/weChat/pushes.ts';
import { virtualAccount } from '../../sandbox/weChat/virtualPayment.ts';
import { WECHAT_PATH } from '../../sandbox/weChat/weChat.ts';
import { makeWechatPayKeys, type WechatPayKeys } from '../../sandbox/wechatPay/keys.ts';
import type {
  KnownPayments,
  RefundState,
  SandboxRefund,
  Trade,
} from '../../sandbox/wechatPay/records.ts';
import { WECHATPAY_PATH } from '../../sandbox/wechatPay/wechatPay.ts';
import { WECOM_PATH } from '../../sandbox/weCom.ts';
import { phonePage } from './phonePage.ts';

type Database = Pick<Emulator['database'], 'handle'>;
type Document = Record<string, unknown>;

const find = async (database: Database, collectionName: string, query: Document) => {
  const { data } = (await database.handle('database.getDocument', {
    collectionName,
    queryType: 'WHERE',
    query: JSON.stringify(query),
    limit: 100,
  })) as { data: { list: string[] } };
  return data.list.map(text => JSON.parse(text) as Document);
};

const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const text = (value: unknown) => (typeof value === 'string' ? value : '');

const gatewayStates: Record<string, RefundState> = {
  processing: 'PROCESSING',
  success: 'SUCCESS',
  closed: 'CLOSED',
  abnormal: 'ABNORMAL',
};

/** As many as there are, a page at a time. */
const findAll = async (database: Database, collectionName: string, query: Document) => {
  const all: Document[] = [];
  for (;;) {
    const { data } = (await database.handle('database.getDocument', {
      collectionName,
      queryType: 'WHERE',
      query: JSON.stringify(query),
      limit: 1_000,
      offset: all.length,
    })) as { data: { list: string[] } };
    all.push(...data.list.map(text => JSON.parse(text) as Document));
    if (data.list.length < 1_000) return all;
  }
};

const isPaid = (order: Document | undefined): order is Document =>
  order?.['payChannel'] === 'wxpay' && Boolean(order['payTime']);

/** `its`: the order's refunds. */
const tradeOf = (order: Document, its: Document[]): Trade => {
  const accepted = its.filter(({ status }) => status === 'processing' || status === 'abnormal');
  return {
    outTradeNo: text(order['orderNo']),
    transactionId: text(order['transactionId']),
    totalFen: number(order['payFen']),
    state: 'SUCCESS',
    openid: text(order['openid']),
    successTime: number(order['payTime']),
    notifyUrl: '',
    refundedFen:
      number(order['refundedFen']) +
      accepted.reduce((sum, { amountFen }) => sum + number(amountFen), 0),
    refundCount: its.filter(({ refundId }) => refundId).length,
    lastRefundTime: 0,
  };
};

/** Null for one without the gateway's own number: it never reached it. */
const refundOf = (row: Document | undefined): SandboxRefund | null => {
  const status = gatewayStates[text(row?.['status'])];
  if (!row || !status || !row['refundId']) return null;
  return {
    refundId: text(row['refundId']),
    outRefundNo: text(row['_id']),
    outTradeNo: text(row['orderNo']),
    transactionId: '',
    amountFen: number(row['amountFen']),
    totalFen: number(row['orderPayFen']),
    reason: text(row['reason']),
    status,
    createTime: number(row['createTime']),
    successTime: status === 'SUCCESS' ? number(row['successTime']) : null,
    notifyUrl: '',
    account: '支付用户零钱',
    settle: null,
    paidOut: status === 'SUCCESS' ? 1 : 0,
  };
};

/** Where the gateway differs from our records: the differences that demo data must show. */
export interface GatewayMemory {
  /** Paid there, whatever the order says; also another sum, or no order of ours at all. */
  trades: Trade[];
  /** Numbers of payments and refunds it has never heard of. */
  unknown: string[];
}
export const noMemory: GatewayMemory = { trades: [], unknown: [] };

/**
 * What the real gateway would know of orders paid before this process started, demo data included: the stand-in keeps
 * nothing over a restart, and the orders say what was paid.
 */
const knownPayments = (database: () => Database, memory: () => GatewayMemory): KnownPayments => ({
  async trade(outTradeNo) {
    const own = memory().trades.find(trade => trade.outTradeNo === outTradeNo);
    if (own) return { ...own };
    if (memory().unknown.includes(outTradeNo)) return null;
    const [order] = await find(database(), 'orders', { orderNo: outTradeNo });
    if (!isPaid(order)) return null;
    return tradeOf(order, await find(database(), 'refunds', { orderId: order['_id'] }));
  },
  async outTradeNoOf(transactionId) {
    const own = memory().trades.find(trade => trade.transactionId === transactionId);
    if (own) return own.outTradeNo;
    const grams = normalForm(transactionId);
    const [order] = await find(database(), 'orders', { grams, transactionId });
    return text(order?.['orderNo']) || null;
  },
  async refund(outRefundNo) {
    if (memory().unknown.includes(outRefundNo)) return null;
    const [row] = await find(database(), 'refunds', { _id: outRefundNo });
    return refundOf(row);
  },
  async tradesBetween(from, until) {
    const { trades, unknown } = memory();
    const known = new Set([...trades.map(({ outTradeNo }) => outTradeNo), ...unknown]);
    const query = { payTime: { $gte: from, $lt: until }, payChannel: 'wxpay' };
    const orders = await findAll(database(), 'orders', query);
    return [
      ...orders.filter(({ orderNo }) => !known.has(text(orderNo))).map(order => tradeOf(order, [])),
      ...trades.map(trade => ({ ...trade })),
    ];
  },
  async refundsBetween(from, until) {
    const rows = await findAll(database(), 'refunds', { createTime: { $gte: from, $lt: until } });
    return rows
      .filter(
        ({ _id, payChannel }) => payChannel === 'wxpay' && !memory().unknown.includes(text(_id)),
      )
      .map(refundOf)
      .filter(refund => refund !== null);
  },
});

const memoryFile = (dataDir: string) => path.join(dataDir, 'sandbox-wechatpay-memory.json');

/** Made once and kept beside the data, readable by their owner only. */
const sandboxKeys = (dataDir: string): WechatPayKeys =>
  keptJson(path.join(dataDir, 'sandbox-wechatpay.json'), makeWechatPayKeys);

/** The `payment` settings of a merchant of the stand-in. `APP_KEK_…` must be in the environment. */
const sandboxPayment = (sandbox: Sandbox, url: string, now: number): Document => {
  const { apiV3Key, privateKey, ...open } = sandbox.wechatpay.credentials;
  const sealed = (secret: string, field: string, group = 'wxpay') =>
    seal(secret, placeOf('settings', 'payment', `${group}.${field}`));
  const { offerId, appKeys } = virtualAccount;
  return {
    _id: 'payment',
    rev: 1,
    createTime: now,
    updateTime: now,
    wxpay: {
      enabled: true,
      ...open,
      apiV3KeyEnc: sealed(apiV3Key, 'apiV3KeyEnc'),
      privateKeyEnc: sealed(privateKey, 'privateKeyEnc'),
      notifyUrl: `${url}/notify/wechat-pay`,
      refundNotifyUrl: `${url}/notify/wechat-refund`,
    },
    // Off, as everywhere at first; only the switch, and a package's product, are missing.
    virtual: {
      offerId,
      appKeyEnc: sealed(appKeys[0]!, 'appKeyEnc', 'virtual'),
      sandboxAppKeyEnc: sealed(appKeys[1]!, 'sandboxAppKeyEnc', 'virtual'),
      pushTokenEnc: sealed(pushAccount.token, 'pushTokenEnc', 'virtual'),
      pushAesKeyEnc: sealed(pushAccount.encodingAesKey, 'pushAesKeyEnc', 'virtual'),
    },
    orderExpireMin: 30,
  };
};

/** Needs what tests need, calls as a user of WeChat and control of the stand-in, so it is there with `--test` only. */
const phone: Sandbox['mounts'][number] = {
  prefix: '/__sandbox/phone',
  handle: async exchange =>
    answer(exchange, 200, phonePage, { 'content-type': 'text/html; charset=utf-8' }),
};

export interface LocalSandbox {
  mounts: Sandbox['mounts'];
  sandbox: Sandbox;
  /** Variables of the functions, once the port is known. */
  variables(url: string): Record<string, string>;
  /** Keeps beside the data what the gateway knows otherwise. */
  remember(memory: GatewayMemory): void;
  /** Writes the settings of the stand-ins' accounts where there are none, and the addresses of notices where the port has changed. */
  configure(emulator: Emulator): Promise<void>;
}

/** The stand-ins for the product on this machine, replacing real services that are not configured. */
export const localSandbox = (
  dataDir: string,
  test: boolean,
  emulator: () => Emulator,
): LocalSandbox => {
  const file = memoryFile(dataDir);
  let memory = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as GatewayMemory)
    : noMemory;
  const sandbox = createSandbox({
    test,
    now: () => emulator().clock.now(),
    pushUrl: () => `${emulator().url}${callbackPaths.virtualNotice}`,
    wechatPay: {
      keys: sandboxKeys(dataDir),
      known: knownPayments(
        () => emulator().database,
        () => memory,
      ),
    },
  });
  return {
    sandbox,
    remember(next) {
      memory = next;
      writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
    },
    mounts: test ? [phone, ...sandbox.mounts] : sandbox.mounts,
    variables: url => ({
      SITE_URL: url,
      WECHATPAY_BASE_URL: `${url}${WECHATPAY_PATH}`,
      RUNNINGHUB_BASE_URL: `${url}${RUNNINGHUB_PATH}`,
      HTTP_ACCESS_URL: url,
      VOD_BASE_URL: `${url}${VOD_PATH}`,
      VOD_SECRET_ID: vodCredentials.secretId,
      VOD_SECRET_KEY: vodCredentials.secretKey,
      WECHAT_BASE_URL: `${url}${WECHAT_PATH}`,
      WECOM_BASE_URL: `${url}${WECOM_PATH}`,
      SMTP_STAND_IN: sandbox.mailUrl(),
      VOD_PLAY_KEY: vodPlayKey,
      MODERATION_BASE_URL: `${url}${MODERATION_PATH}`,
      MODERATION_SECRET_ID: moderationCredentials.secretId,
      MODERATION_SECRET_KEY: moderationCredentials.secretKey,
    }),
    async configure({ database, clock, url }) {
      const insert = (record: Document) =>
        database.handle('database.insertDocument', {
          collectionName: 'settings',
          data: [JSON.stringify(record)],
        });
      const set = (_id: string, values: Document) =>
        database.handle('database.modifyDocument', {
          collectionName: 'settings',
          queryType: 'DOC',
          multi: false,
          merge: true,
          upsert: false,
          query: JSON.stringify({ _id }),
          data: JSON.stringify({ $set: values }),
        });
      const now = clock.now();
      const [system] = await find(database, 'settings', { _id: 'system' });
      const { vod } = (system?.['data'] ?? {}) as { vod?: { subAppId?: string } };
      if (!vod?.subAppId && !process.env['VOD_BASE_URL']) {
        const subAppId = String(vodApplications[0]!.SubAppId);
        const made = { _id: 'system', rev: 1, createTime: now, updateTime: now };
        await (system
          ? set('system', { 'data.vod.subAppId': subAppId })
          : insert({ ...made, data: { vod: { subAppId } } }));
      }
      const [notification] = await find(database, 'settings', { _id: 'notification' });
      if (!notification) {
        // Only a first start needs the contract's defaults.
        const { notificationSettings } = await import('./sandboxNotification.ts');
        await insert(notificationSettings(sandbox.accounts, now));
      }
      const wanted = sandboxPayment(sandbox, url, now);
      const [stored] = await find(database, 'settings', { _id: 'payment' });
      if (!stored) return void (await insert(wanted));
      const { mchid, publicKeyId, notifyUrl } = (stored['wxpay'] ?? {}) as Document;
      const mine = sandbox.wechatpay.credentials;
      if (mchid !== mine.mchid || publicKeyId !== mine.publicKeyId) return;
      const { notifyUrl: current, refundNotifyUrl } = wanted['wxpay'] as Document;
      if (notifyUrl === current) return;
      const values = { 'wxpay.notifyUrl': current, 'wxpay.refundNotifyUrl': refundNotifyUrl };
      await set('payment', values);
    },
  };
};
