import { fileIdOf } from '#cloudfunctions/_shared/base/fileUse.ts';
import { placeOf, seal } from '#cloudfunctions/_shared/base/secrets.ts';
import { sessionId, type StoredAdmin } from '#cloudfunctions/_shared/base/session.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { CollectionName } from '#contract/collections.ts';
import { standardRoles } from '#contract/rights/roles.ts';
import { roleEntity } from '#contract/role.ts';
import type { WechatPayKeys } from '../../sandbox/wechatPay/keys.ts';
import { exampleCodes } from '../../scripts/demo/codes.ts';
import { notificationSettings } from '../../scripts/shared/sandboxNotification.ts';
import { fixture } from '../functions/world/fixture.ts';
import { someApiKey, someUser } from '../functions/world/fixtures/people.ts';
import { noGrant } from '../noGrant.ts';
import { photoInput } from '../photoInput.ts';
import type { SimulatedGateway } from './gateway.ts';
import { appSecret } from './weChat.ts';

type Row = Record<string, unknown> & { _id: string };
export type Records = Partial<Record<CollectionName, Row[]>>;

const DAY = 86_400_000;
const stored = (time: number) => ({ rev: 1, createTime: time, updateTime: time });

/** As the functions accept them: the id of the administrator inside, and 43 characters. */
export const tokenOf = (admin: string) => `adm.${admin}.${admin.padEnd(43, 'x')}`;
export const ADMINS = ['admin1', 'admin2'];
/** Whose role may give so much without approval. */
export const CLERKS = ['clerk1', 'clerk2'];
export const REFUND_LIMIT_FEN = 400;
export const CREDIT_LIMIT = 8;
export const DAY_LIMITS = { refundDayFen: 900, creditDayLimit: 20, memberDaysDayLimit: 12 };
const MEMBER_DAYS_LIMIT = 9;
/** Who may cancel prints, and refund nothing. */
export const PRINTER = 'printer1';

const roleOf = (_id: string) => {
  if (_id === PRINTER) return 'printer';
  return CLERKS.includes(_id) ? 'role_clerk' : 'admin';
};

const adminRows = (now: number): Pick<Records, 'admins' | 'adminSessions' | 'roles'> => ({
  // The first of the visitors has a ticket.
  admins: [...ADMINS, ...CLERKS, PRINTER, 'first_admin'].map(_id => ({
    _id,
    ...stored(now),
    username: _id,
    nickName: _id,
    avatar: '',
    role: roleOf(_id),
    lastLoginTime: null,
    passwordHash: '',
    status: 'active',
    sessionEpoch: 1,
    knownIps: [],
  })) satisfies Partial<StoredAdmin>[] as unknown as Row[],
  roles: [
    {
      ...roleEntity.blank(),
      _id: 'role_clerk',
      ...stored(now),
      rights: standardRoles.support.rights.concat('compensations.write', 'approvals.decide'),
      refundLimitFen: REFUND_LIMIT_FEN,
      creditLimit: CREDIT_LIMIT,
      memberDaysLimit: MEMBER_DAYS_LIMIT,
      ...DAY_LIMITS,
    },
  ],
  adminSessions: [...ADMINS, ...CLERKS, PRINTER].map(adminId => ({
    _id: sessionId(tokenOf(adminId)),
    ...stored(now),
    adminId,
    epoch: 1,
    lastSeenTime: now,
    maxTime: now + 7 * DAY,
    expireTime: now + DAY,
    ip: '',
    userAgent: '',
  })),
});

export const PUSH_TOKEN = 'push';

/** The merchant of the simulated gateway. */
const settingsRow = (now: number, keys: WechatPayKeys, open: SimulatedGateway['settings']) => {
  const sealed = (secret: string, field: string, group = 'wxpay') =>
    seal(secret, placeOf('settings', 'payment', `${group}.${field}`));
  return {
    _id: 'payment',
    ...stored(now),
    orderExpireMin: 30,
    wxpay: {
      enabled: true,
      ...open,
      apiV3KeyEnc: sealed(keys.apiV3Key, 'apiV3KeyEnc'),
      privateKeyEnc: sealed(keys.merchantPrivateKey, 'privateKeyEnc'),
    },
    virtual: {
      offerId: '1450000001',
      appKeyEnc: sealed('key', 'appKeyEnc', 'virtual'),
      pushTokenEnc: sealed(PUSH_TOKEN, 'pushTokenEnc', 'virtual'),
    },
  };
};

const notificationRow = (now: number) =>
  notificationSettings({ appSecret, robotKey: 'none', mailPassword: 'none' }, now);

const generalRow = (now: number) => ({
  _id: 'general',
  ...stored(now),
  registerGiftCredits: GIFT_CREDITS,
});

/** Photos of the users 1 and 2. */
export const PHOTOS = ['user_upload/demo/photo_0001.jpg', 'user_upload/demo/photo_0002.jpg'];
/** Some of them are all that an order has granted. */
export const TASK_CREDITS = 100;
const TEXT_CREDITS = 7;
export const GIFT_CREDITS = 10;
/** Codes of one batch, which allows one code per user. */
export const CODES = exampleCodes;
const KEYS = ['key_0001', 'key_0002'];

/** Who has gifts only: three anonymous sessions of one address, and one of another. */
export const FREE_VISITORS = ['198.51.100.1', '198.51.100.1', '198.51.100.1', '198.51.100.2'].map(
  (ip, at) => ({
    _id: `usr_free${at}`,
    caller: { TCB_UUID: `free${at}`, TCB_ISANONYMOUS_USER: 'true' },
    ip,
    photo: `user_upload/demo/photo_free${at}.jpg`,
  }),
);
const GIFT = 1_000;

const freeUsers = (now: number) =>
  FREE_VISITORS.map(({ _id, caller }) => ({
    ...someUser(9),
    ...stored(now),
    _id,
    openid: `anon:${caller.TCB_UUID}`,
    isAnonymous: true,
    channel: 'web',
    credits: { paid: 0, gift: GIFT },
  }));

const giftLines = (line: Row) =>
  FREE_VISITORS.map(({ _id, caller }) => ({
    ...line,
    _id: `${_id}_gift`,
    userId: _id,
    openid: `anon:${caller.TCB_UUID}`,
    kind: 'gift',
    bucket: 'gift',
    delta: GIFT,
    balanceAfter: GIFT,
  }));

/** A user may order more at once than the keys can make. */
const systemRow = (now: number) => ({
  _id: 'system',
  ...stored(now),
  data: { task: { maxPerUser: 8 } },
});

const textInput = {
  key: 'text',
  label: '文字',
  type: 'text',
  required: false,
  nodeId: '6',
  fieldName: 'text',
};

/** A template with a photo and a text, one with a text alone, and two keys that may run one task each. */
const generationRows = (one: (collection: CollectionName, _id: string) => Row): Records => ({
  templates: [
    {
      ...one('templates', 'tpl_0001'),
      _id: 'tpl_text',
      costCredits: TEXT_CREDITS,
      inputs: [textInput],
    },
    {
      ...one('templates', 'tpl_0001'),
      costCredits: TASK_CREDITS,
      priceFen: SINGLE_PRICE_FEN,
      timeoutSec: 300,
      inputs: [photoInput, textInput],
    },
  ],
  apiKeys: KEYS.map((_id, at) => someApiKey(at + 1, 'active', `c0${at}`.padEnd(32, '0'))),
  files: [
    ...PHOTOS.map((filePath, at) => ({
      ...one('files', fileIdOf(filePath)),
      userId: `usr_000${at + 1}`,
    })),
    ...FREE_VISITORS.map(({ _id: userId, photo: filePath }) => ({
      ...one('files', fileIdOf(PHOTOS[0]!)),
      _id: fileIdOf(filePath),
      filePath,
      userId,
    })),
  ],
});

export const PAY_FEN = 1_999;
/** What the first order has granted beside credits. */
export const MEMBER_DAYS = 30;
export const PRINT_PAY_FEN = 3_360;
/** Price of one task with the first template. */
export const SINGLE_PRICE_FEN = 299;

/** Order numbers are made here, so that every run of a seed has the same events. */
const orderNo = (at: number) => `261120100000000000${String(at).padStart(2, '0')}`;

/**
 * Two bought packages, two orders that wait for their payment (one of them of prints), one paid print order, two users
 * with the lines behind their credits, and codes: what the stories are about, and as little as they need.
 */
export const recordsAt = (
  now: number,
  keys: WechatPayKeys,
  open: SimulatedGateway['settings'],
): Records => {
  const { records } = fixture();
  const one = (collection: CollectionName, _id: string) => {
    const found = records[collection]?.find(row => row._id === _id);
    if (!found) throw new Error(`the fixture has no ${collection} ${_id}`);
    return found as Row;
  };
  const bought = one('orders', 'ord_0003') as unknown as StoredOrder;
  const printed = one('orders', 'ord_0013') as unknown as StoredOrder;
  const print = one('printOrders', 'prt_0001');
  const numbers = (at: number, userId: string) => ({
    _id: `ord_${at}`,
    ...stored(now - 7_200_000),
    orderNo: orderNo(at),
    userId,
    openid: userId === 'usr_0001' ? 'custom:first_admin' : 'oxxxxxxxxxxxxxxxxxxxxxxxxxx2',
  });
  const paid = {
    payTime: now - 3_600_000,
    payFen: PAY_FEN,
    totalFen: PAY_FEN,
    prepaid: true,
    fulfil: { ...bought.fulfil, time: now - 3_600_000 },
  };
  const [pack] = bought.items as [StoredOrder['items'][number]];
  /** Four in two lines, for more than was paid. */
  const items = [
    { ...pack, qty: 3, unitFen: 500, amountFen: 1_500 },
    { ...pack, qty: 1, unitFen: 600, amountFen: 600 },
  ];
  const discounted = { items, totalFen: 2_100, discountFen: 2_100 - PAY_FEN };
  const unpaid = {
    status: 'pending',
    payTime: null,
    transactionId: '',
    history: [],
    prepaid: true,
    fulfil: noGrant,
    createTime: now - 60_000,
    expireTime: now + 30 * DAY,
    codeUrl: 'weixin://wxpay/1',
  };
  const grants = { paid: bought.fulfil.credits, gift: bought.fulfil.giftCredits };
  const holder = (_id: string): Row => ({
    ...one('users', _id),
    credits: { ...grants },
    paidValueFen: PAY_FEN,
  });
  const [member, buyer] = [holder('usr_0001'), holder('usr_0002')];
  const begins = now - 3_600_000;
  Object.assign(member, {
    packageId: 'pkg_0005',
    packageName: '月度会员',
    packageExpireTime: begins + MEMBER_DAYS * DAY,
  });
  /** What the two bought packages have granted, and nothing else. */
  const lines = [member, buyer].flatMap(({ _id: userId, openid }, at) =>
    (['paid', 'gift'] as const).map(bucket => ({
      _id: `buy_ord_${at + 1}_${bucket}`,
      ...stored(begins),
      userId,
      openid,
      kind: bucket === 'paid' ? 'buy' : 'gift',
      bucket,
      delta: grants[bucket],
      balanceAfter: grants[bucket],
      refType: 'order',
      refId: `ord_${at + 1}`,
      reason: '',
      operator: '',
      ...(bucket === 'paid' && { valueFen: PAY_FEN }),
    })),
  );
  return {
    ...adminRows(now),
    settings: [settingsRow(now, keys, open), notificationRow(now), generalRow(now), systemRow(now)],
    packages: [{ ...one('packages', 'pkg_0002'), limitPerUser: 1 }, one('packages', 'pkg_0005')],
    users: [member, buyer, ...freeUsers(now)],
    creditLedger: [...lines, ...giftLines(lines[1]!)],
    orders: [
      {
        ...bought,
        ...paid,
        ...discounted,
        ...numbers(1, 'usr_0001'),
        fulfil: { ...paid.fulfil, days: MEMBER_DAYS, daysFrom: begins },
      },
      { ...bought, ...paid, ...discounted, ...numbers(2, 'usr_0002') },
      { ...bought, ...paid, ...unpaid, ...numbers(3, 'usr_0001') },
      { ...printed, ...unpaid, ...numbers(4, 'usr_0002'), printOrderId: 'prt_4' },
      { ...printed, payTime: paid.payTime, ...numbers(5, 'usr_0002'), printOrderId: 'prt_5' },
    ] as unknown as Row[],
    ...generationRows(one),
    printOrders: [
      { ...print, _id: 'prt_4', orderId: 'ord_4', orderNo: orderNo(4), status: 'pending' },
      { ...print, _id: 'prt_5', orderId: 'ord_5', orderNo: orderNo(5), status: 'paid' },
    ].map(row => ({ ...row, printNo: `P${row.orderNo}`, userId: 'usr_0002', history: [] })),
    activationBatches: (records.activationBatches ?? []).slice(0, 1) as Row[],
    activationCodes: (records.activationCodes ?? []).filter(
      ({ status }) => status === 'unused',
    ) as Row[],
  };
};
