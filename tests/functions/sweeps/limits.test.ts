import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import { bytes } from '#contract/cut.ts';
import { moderationLimits } from '#contract/limits/moderation.ts';
import { runningHubLimits } from '#contract/limits/runningHub.ts';
import { vodLimits } from '#contract/limits/vod.ts';
import { wechatLimits } from '#contract/limits/wechat.ts';
import { wechatPayLimits } from '#contract/limits/wechatPay.ts';
import { mailLimits, wecomLimits } from '#contract/limits/wecom.ts';
import { messageTemplates } from '../../../sandbox/weChat/messages.ts';
import { mediaName } from '../../../src/admin/resources/videos/mediaName.ts';
import { noGrant } from '../../noGrant.ts';
import { photoInput } from '../../photoInput.ts';
import { OPENID, startMessageWorld } from '../messages/messageWorld.ts';
import { printsOf } from '../prints/prints.ts';
import { engineOf } from '../tasks/engineRun.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { runJob } from '../world/runJob.ts';

const limits = {
  wechatPay: wechatPayLimits,
  wechat: wechatLimits,
  wecom: wecomLimits,
  mail: mailLimits,
  moderation: moderationLimits,
  vod: vodLimits,
  runningHub: runningHubLimits,
};

/**
 * What is sent to services outside, against their stand-ins, which count as the services do and refuse what these refuse:
 * none of what the contract takes is refused there, at the longest and one more, in Chinese, emoji and ASCII.
 */
const commerce = await startMessageWorld();
const { world, sandbox, received, settings, timer: messageTimer, set } = commerce;
const { newPrint, processRefund, gateway, refund, newOrder, newRefund, order, submissions } =
  await printsOf(world);
const engine = engineOf(world);
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const usual = { ...environment };
beforeEach(() => void (environment.WECHAT_TIMEOUT_MS = 20_000));
afterEach(() => void Object.assign(environment, usual));

const family = '👨‍👩‍👧‍👦';
const rare = '𠮷';
/** Half of a character that was cut. */
const half = /\p{Cs}/u;
/** As long as asked for, in one unit or the other. */
const filled = (max: number, letter: string, lengthOf: (text: string) => number) => {
  const text = letter.repeat(Math.floor(max / lengthOf(letter)));
  return text + 'x'.repeat(max - lengthOf(text));
};
const inBytes = (max: number, letter = '汉') => filled(max, letter, bytes);
const inUnits = (max: number, letter = '汉') => filled(max, letter, text => text.length);
const url = (max: number) => `https://example.com/${'a'.repeat(max - 20)}`;

type Ask = (fields: object) => Promise<unknown>;
type Sent = { service: string; call: string; fields: string[] };

/** The names of all values in a body; those in lists have that of the list. */
const namesIn = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap(one => namesIn(one, path));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) => namesIn(one, path ? `${path}.${key}` : key));
};

const YEAR_MS = 365 * 86_400_000;

describe('every field that is sent', () => {
  const gatewayCalls: Record<string, string> = {
    'apply-abnormal-refund': 'abnormalRefund',
    refunds: 'refund',
    close: 'close',
  };
  const callOf = (url: URL, headers: Headers): [service: string, call: string] => {
    const [, service = '', path = ''] = /^\/__sandbox-([a-z]+)\/?(.*)$/.exec(url.pathname) ?? [];
    if (service === 'wechatpay')
      return ['wechatPay', gatewayCalls[/[^/]*$/.exec(path)?.[0] ?? ''] ?? 'prepay'];
    if (service === 'wecom') return [service, 'send'];
    if (service === 'runninghub') return ['runningHub', `/${path}`];
    return [service, headers.get('x-tc-action') ?? path];
  };

  /** What all clients send, none of which is answered. */
  const sendEverything = async (): Promise<Sent[]> => {
    const sent: Sent[] = [];
    const note = async (input: RequestInfo | URL, init: RequestInit = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { body } = init;
      const [service, call] = callOf(url, new Headers(init.headers));
      const fields =
        body instanceof FormData ? [...body.keys()] : namesIn(JSON.parse((body as string) || '{}'));
      if (init.method === 'POST') sent.push({ service, call, fields });
      if (call === 'cgi-bin/stable_token')
        return Response.json({ access_token: 'token', expires_in: 7_200 });
      throw new Error('not answered');
    };
    const { wechatPay } = await import('#cloudfunctions/_shared/wechatPay/client.ts');
    const { callWeChat } = await import('#cloudfunctions/_shared/weChat/client.ts');
    const moderation = await import('#cloudfunctions/_shared/moderation/client.ts');
    const { vod, vodApplications } = await import('#cloudfunctions/_shared/vod/client.ts');
    const hub = await import('#cloudfunctions/_shared/runningHub/client.ts');
    const { sendSubscribe } = await import('#cloudfunctions/_shared/messages/subscribe.ts');
    const { sendWecom } = await import('#cloudfunctions/_shared/messages/wecom.ts');
    const { settingsOf } = await import('#cloudfunctions/_shared/base/settings.ts');
    const { uploadOrder } = await import('#cloudfunctions/_shared/shipping/upload.ts');
    const { followParcel } = await import('#cloudfunctions/_shared/shipping/logistics.ts');
    const { urlLink } = await import('#cloudfunctions/_shared/weChat/urlLink.ts');
    const { orders } = await import('#cloudfunctions/_shared/orders/orders.ts');
    const { printOrders } = await import('#cloudfunctions/_shared/prints/records.ts');
    const { z } = await import('#contract/zod.ts');
    const pay = await wechatPay();
    const current = await settingsOf('notification');
    const sentBy = { expressCompany: 'sf', expressNo: 'SF1234567890123' };
    const parcel = await newPrint('shipped', sentBy);
    const upload = { ...(await order(parcel.orderId)).upload, status: 'waiting', nextTime: 1 };
    await set('orders', parcel.orderId, { openid: OPENID, upload });
    const shipped = await printOrders.require(parcel._id);
    const of = await orders.require(parcel.orderId);
    const access = { apiKey: 'a', region: 'cn' } as const;
    const webhookUrl = 'https://example.com/';
    const task = { nodeInfoList: [], webhookUrl, instanceType: 'plus' } as const;
    const file = { name: 'a.png', type: 'image/png', content: Buffer.from('a') };
    const service = vod('12');
    const trade = { outTradeNo: 'ORDER1', description: 'a', amountFen: 1, expireTime: 1 };
    const given = { outRefundNo: 'RF1', amountFen: 1, totalFen: 1, reason: 'a' };
    const message = {
      _id: 'msg_1',
      event: 'service',
      subjects: ['orders/ord_0001'],
      openid: OPENID,
      values: { text: 'a', time: '2026年11月23日 10:30' },
    } as const;
    const track = { waybill_token: 'a', openid: 'a' };
    const trackPath = 'cgi-bin/express/delivery/open_msg/query_trace';
    const any = z.object({});
    forOneTest(vi.spyOn(globalThis, 'fetch')).mockImplementation(note);
    const everything: (() => Promise<unknown>)[] = [
      () => pay.prepay({ ...trade, openid: OPENID }),
      () => pay.closeTrade('ORDER1'),
      () => pay.refund({ outTradeNo: 'ORDER1', ...given }),
      () => sendSubscribe({ ...message, subjects: [...message.subjects] }, current),
      () => uploadOrder(of),
      () => followParcel(shipped, { name: 'test' } as never),
      () => urlLink({ path: 'a', query: 'b', state: 'formal', expireTime: 1 }),
      () => callWeChat('wxa/sec/order/get_order', { transaction_id: 'a' }, any),
      () => callWeChat(trackPath, track, any),
      () => sendWecom({ title: 'a', text: 'b' }, current.alerts as never),
      () => moderation.moderateText('a', 'words'),
      () => moderation.moderateImage(Buffer.from('a'), 'photos'),
      vodApplications,
      () => service.hasProcedure('a'),
      () => service.media('a'),
      () => service.process('a', 'b', 'c'),
      () => service.snapshot('a', 1, 'c'),
      () => service.setCover('a', 'b'),
      () => service.task('a'),
      () => service.taskOf('a'),
      () => service.remove('a'),
      () => hub.accountStatus(access),
      () => hub.createTask(access, { workflowId: '1', ...task, nodeInfoList: [] }),
      () => hub.runAiApp(access, { webappId: '1', ...task, nodeInfoList: [] }),
      () => hub.outcomeOf(access, '1'),
      () => hub.cancel(access, '1'),
      () => hub.upload(access, file),
      () => hub.workflowJson(access, '1'),
    ];
    // An access token that a test before has fetched is over by then, whatever its clock was.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * YEAR_MS });
    for (const send of everything) await send().catch(() => undefined);
    vi.useRealTimers();
    return sent;
  };

  it('has its limit looked up, and every call whose limits are known is made', async () => {
    const sent = await sendEverything();
    const table: Record<string, Record<string, Record<string, unknown>>> = limits;
    const unknown = sent.flatMap(({ service, call, fields }) =>
      fields
        .filter(field => {
          const known = Object.keys(table[service]?.[call] ?? {});
          return !known.some(name => field === name || field.startsWith(`${name}.`));
        })
        .map(field => `${service} ${call} ${field}`),
    );
    expect(unknown).toEqual([]);
    const made = new Set(sent.map(({ service, call }) => `${service} ${call}`));
    const virtual = Object.keys(limits.wechat).filter(call => /^xpay|jscode/.test(call));
    const elsewhere = [
      'wechatPay abnormalRefund',
      'vod upload',
      'mail address',
      // tests/functions/orders/virtualPay.test.ts and virtualGoods.test.ts.
      ...virtual.map(call => `wechat ${call}`),
    ];
    const calls = Object.entries(limits).flatMap(([service, of]) =>
      Object.keys(of).map(call => `${service} ${call}`),
    );
    expect(calls.filter(call => !made.has(call) && !elsewhere.includes(call))).toEqual([]);
    const fields = Object.values(limits).flatMap(of => Object.values(of).flatMap(Object.keys));
    expect(fields.length).toBeGreaterThan(90);
  });
});

/** What the stand-in itself says of one field. */
describe('the longest and one more, as the stand-in counts', () => {
  const refusalOf = async (asked: Promise<unknown>) => {
    try {
      await asked;
      return null;
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };
  const { appid, mchid } = world.sandbox.wechatpay.credentials;
  let serial = 0;
  const amount = { total: 1, currency: 'CNY' };
  const notify_url = 'https://example.com/';
  const prepay = (fields: object) => {
    const out_trade_no = `LIMIT${(serial += 1)}`;
    const asked = { appid, mchid, description: 'a', out_trade_no, notify_url, amount, ...fields };
    return gateway.prepay(asked, 'native', appid, mchid);
  };
  const back = async (fields: object) => {
    const { orderNo: out_trade_no, payFen: total } = await newOrder();
    const out_refund_no = `RF${out_trade_no}`;
    const asked = { out_trade_no, out_refund_no, amount: { ...amount, refund: 1, total } };
    return gateway.refund({ ...asked, ...fields });
  };
  const { prepay: paid, refund: given } = limits.wechatPay;

  const inLetters = (max: number) => 'A'.repeat(max);

  it.each<[string, Ask, { max: number }, (max: number) => string]>([
    ['description', prepay, paid.description, inBytes],
    ['notify_url', prepay, paid.notify_url, url],
    ['out_trade_no', prepay, paid.out_trade_no, inLetters],
    ['reason', back, given.reason, inBytes],
    ['notify_url', back, given.notify_url, url],
    ['out_refund_no', back, given.out_refund_no, inLetters],
  ])('is the same as in our table: %s', async (name, ask, { max }, text) => {
    expect(await refusalOf(ask({ [name]: text(max) }))).toBeNull();
    expect(await refusalOf(ask({ [name]: text(max + 1) }))).toBe('PARAM_ERROR');
  });
});

describe('the reason of a refund', () => {
  const reasonOf = () => submissions().at(-1)?.body?.['reason'];
  const wish = async (reason: string) => {
    const { _id } = await newOrder();
    return processRefund(_id, { reason });
  };

  it.each([inBytes(80), inBytes(80, 'é'), inBytes(80, 'a')])(
    'is sent whole up to 80 bytes: %s',
    async reason => {
      expect((await wish(reason)).code).toBe(0);
      expect(reasonOf()).toBe(reason);
    },
  );

  it.each([
    [inBytes(81), '最多 80 字节（约 26 个汉字）'],
    ['汉'.repeat(42), '最多 80 字节（约 26 个汉字）'],
    ['a'.repeat(81), '最多 80 字节（约 26 个汉字）'],
    [`好${family}`, '不能包含表情和生僻字'],
    [rare, '不能包含表情和生僻字'],
    ['a\u0001', '不能包含换行或控制字符'],
  ])('is refused beside its field before anything is sent: %s', async (reason, sentence) => {
    const before = submissions().length;
    const data = { fields: { reason: sentence } };
    expect(await wish(reason)).toMatchObject({ code: 40001, data });
    expect(submissions()).toHaveLength(before);
  });

  it('that was stored too long goes out cut when it is submitted again', async () => {
    for (const [reason, arrived] of [
      ['汉'.repeat(42), '汉'.repeat(26)],
      [`${family}生成效果不满意${rare}`, '生成效果不满意'],
      [family, undefined],
    ] as const) {
      const failed = { status: 'request_failed', outcomeUnknown: false } as const;
      const { refund: row } = await newRefund({ ...failed, reason });
      const { code, data } = await world.call('adminOrder', 'retryRefund', { id: row._id });
      expect({ code, status: data.status }).toEqual({ code: 0, status: 'processing' });
      expect(reasonOf()).toBe(arrived);
      expect((await refund(row._id)).reason).toBe(reason);
    }
  });

  it('is a sentence of ours where a print order is cancelled, whose reason is kept beside it', async () => {
    const print = await newPrint('paid');
    const reason = '汉'.repeat(200);
    const wanted = { id: print._id, status: 'cancelled', reason };
    await world.ok('adminPrintOrder', 'updatePrintOrderStatus', wanted);
    expect(reasonOf()).toBe('冲印订单取消');
    expect((await world.rows('refunds')).map(row => row['internalNote'])).toContain(reason);
  });
});

describe('what an order buys', () => {
  const names = [
    [inUnits(30), inUnits(30)],
    ['a'.repeat(30), 'a'.repeat(30)],
    [`${family}节日包`, '节日包'],
    // Nothing is left that WeChat Pay takes.
    [rare.repeat(15), '套餐'],
  ] as const;

  it.each(names)('can be paid for with the longest name: %s', async (name, arrived) => {
    const { rev } = await world.one('packages', 'pkg_0002');
    await world.ok('adminPackage', 'updatePackage', { _id: 'pkg_0002', rev, name });
    const who = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
    const wish = { packageId: 'pkg_0002', refundRules: '1' };
    const { payment } = await world.ok('appOrder', 'createOrder', wish, who);
    expect(payment).toMatchObject({ kind: 'jsapi' });
    const { body } = world.sandbox.wechatpay.calls().at(-1)!;
    const { description } = body as { description: string };
    expect(description).toBe(arrived);
  });

  it('is reported to WeChat, however many goods with whatever names', async () => {
    const fulfil = { ...noGrant, status: 'failed' } as const;
    const { items, ...of } = await newOrder({ status: 'paid', openid: OPENID, fulfil });
    const item = items[0]!;
    const many = [...names, ...names].map(([name]) => ({ ...item, name, qty: 999 }));
    await set('orders', of._id, { items: many });
    await world.ok('adminOrder', 'retryFulfil', { id: of._id });
    await set('orders', of._id, { 'upload.nextTime': 1 });
    await runJob('uploads');
    expect((await order(of._id)).upload).toMatchObject({ status: 'synced', reason: '' });
    const [{ itemDesc }] = (await sandbox('wechat'))['deliveries'] as unknown as [
      { itemDesc: string },
    ];
    expect(itemDesc.length).toBeLessThanOrEqual(120);
    expect(itemDesc).not.toMatch(half);
    expect(itemDesc.startsWith(`${names[0][0]}×999；`)).toBe(true);
  });
});

/** What has become of a message after one run. */
const delivered = async (more: object): Promise<StoredMessage> => {
  const { messages } = await import('#cloudfunctions/_shared/messages/messages.ts');
  const [known] = await world.rows('messages');
  for (const { _id } of await world.rows('messages')) await messages.remove(String(_id));
  const waiting = { status: 'waiting', nextTime: Date.now(), attempts: 0, unanswered: 0 };
  const unsent = { sentTime: null, content: '', reason: '', isUnsure: false };
  await world.insert('messages', [
    { ...known, ...waiting, ...unsent, openid: OPENID, path: '', ...more },
  ]);
  await messageTimer();
  return (await world.rows('messages'))[0] as unknown as StoredMessage;
};

describe('a message', () => {
  const time = '2026年11月23日 10:30';

  it.each(['汉', 'a', '👍', family, rare, '1️⃣'])(
    'to a user arrives however long its texts are: %s',
    async letter => {
      for (const most of [20, 21, 200]) {
        const reason = inUnits(most, letter);
        const values = { orderNo: 'ORDER1', amount: '¥1.00', reason, time };
        const sent = await delivered({ event: 'refundDone', channel: 'subscribe', values });
        expect(sent).toMatchObject({ status: 'sent' });
        const { thing3 = '' } = (await received()).at(-1)!.data;
        expect(thing3.length).toBeLessThanOrEqual(20);
        if (most === 20) expect(thing3).toBe(reason);
        else expect(thing3.endsWith('…') && reason.startsWith(thing3.slice(0, -1))).toBe(true);
      }
    },
  );

  it('of a kind that is never cut is refused here, and by WeChat', async () => {
    const { service } = messageTemplates;
    expect(service?.fields).toContain('thing1');
    const values = { text: '', time };
    const none = await delivered({ event: 'service', channel: 'subscribe', values });
    expect(none).toMatchObject({ status: 'failed' });
    expect(await received()).toEqual([]);
  });

  it.each(['汉', 'a', family])('to administrators arrives whole or cut: %s', async letter => {
    Object.assign(environment, { SITE_URL: 'https://example.com' });
    for (const channel of ['wecom', 'email']) {
      const long = inUnits(2_000, letter);
      const values = { refundNo: 'RF1', orderNo: long, amount: '¥1.00', reason: long };
      const path = 'orders/ord_0001';
      const sent = await delivered({ event: 'refundAbnormal', channel, values, path });
      expect(sent).toMatchObject({ status: 'sent' });
      expect(bytes(sent.content)).toBeLessThanOrEqual(2_048);
      expect(sent.content.endsWith('\nhttps://example.com/admin/orders/ord_0001')).toBe(true);
      expect(sent.content).not.toMatch(half);
    }
  });
});

const update = (type: string, data: object) =>
  world.call('adminSettings', 'updateSettings', { type, data } as never);

describe('an address of mail', () => {
  const addressOf = (local: number, whole: number) => {
    const domain = `${'d'.repeat(60)}.`.repeat(4) + 'example.org';
    return `${'a'.repeat(local)}@${domain.slice(-(whole - local - 1))}`;
  };

  it('that the settings take is taken by the server, and no longer one by either', async () => {
    const longest = addressOf(64, 253);
    await settings({ alerts: { emails: [longest] } });
    const values = { day: '20261123', count: '1' };
    const sent = await delivered({ event: 'booksDiffer', channel: 'email', values });
    expect(sent).toMatchObject({ status: 'sent' });
    const refused = (emails: string[]) => update('notification', { alerts: { emails } });
    expect(await refused([addressOf(65, 100)])).toMatchObject({
      data: { fields: { 'data.alerts.emails.0': '@ 之前最多 64 个字符' } },
    });
    expect((await refused([addressOf(64, 254)])).code).toBe(40001);
  });
});

describe('what the settings send on', () => {
  it('to WeChat Pay are addresses of 255 and 256 bytes without a query', async () => {
    const set = (notifyUrl: string, refundNotifyUrl: string) =>
      update('payment', { wxpay: { notifyUrl, refundNotifyUrl } });
    expect((await set(url(255), url(256))).code).toBe(0);
    const { _id } = await newOrder();
    expect((await processRefund(_id)).code).toBe(0);
    for (const [pay, back] of [
      [url(256), url(256)],
      [url(255), url(257)],
      ['https://example.com/a?b=c', url(256)],
      ['https://example.com/通知', url(256)],
    ] as const)
      expect((await set(pay, back)).code).toBe(40001);
  });

  it('to the content moderation are numbers of 3 to 32 letters', async () => {
    const set = (textBizType: string) => update('system', { moderation: { textBizType } });
    expect((await set('a'.repeat(32))).code).toBe(0);
    for (const wrong of ['ab', 'a'.repeat(33), 'a-b']) expect((await set(wrong)).code).toBe(40001);
  });
});

describe('what a visitor writes', () => {
  it('is checked to its end, however long it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await sandbox('runninghub', { queueMs: 0, runMs: 0 });
    environment.MODERATION_SECRET_ID = String(process.env['MODERATION_SECRET_ID']);
    const moderation = { images: false, texts: true, results: false };
    await set('settings', 'system', { data: { moderation } });
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const plain = { type: 'textarea', required: false, maxLength: 5_000, nodeId: '6' };
    const inputs = keys.map(key => ({ ...plain, key, label: key, fieldName: key }));
    await set('templates', 'tpl_0001', { inputs: [photoInput, ...inputs] });
    const ordered = async (last: string) => {
      const texts = keys.map((key, at) => [key, at === 5 ? last : '汉'.repeat(4_900)]);
      const photo = 'user_upload/demo/photo_0001.jpg';
      const given = { photo, ...(Object.fromEntries(texts) as Record<string, string>) };
      const wish = { templateId: 'tpl_0001', inputs: given };
      const { _id } = await world.ok('appTask', 'createTask', wish);
      await engine.run(9);
      return engine.one('tasks', _id);
    };
    expect(await ordered('完')).toMatchObject({ status: 'succeeded' });
    expect(await ordered('sandbox-block')).toMatchObject({ errorCode: 'CONTENT_REJECTED' });
  });
});

describe('the name of a video', () => {
  it.each(['汉', 'a', family, rare, ':'])('is what the service takes: %s', async letter => {
    const apply = async (videoName: string) => {
      const { signature } = await world.ok('vodService', 'getUploadSignature', {});
      const body = JSON.stringify({ signature, videoName, videoSize: 1, videoType: 'mp4' });
      const address = `${world.emulator.url}/__sandbox-vod/v3/index.php?Action=ApplyUploadUGC`;
      return (await (await fetch(address, { method: 'POST', body })).json()) as { code: number };
    };
    expect(await apply(inUnits(65, letter))).toMatchObject({ code: 10_004 });
    const name = mediaName(`${inUnits(100, letter)}.mp4`);
    expect(name.length).toBeLessThanOrEqual(64);
    expect(await apply(name)).toMatchObject({ code: 0 });
  });
});
