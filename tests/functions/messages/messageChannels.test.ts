import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import { startOf } from '#contract/shanghai.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { OPENID, startMessageWorld } from './messageWorld.ts';

const { world, sandbox, received, timer, settings, set } = await startMessageWorld();
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { messages } = await import('#cloudfunctions/_shared/messages/messages.ts');
const usual = { ...environment };

afterEach(() => {
  Object.assign(environment, usual);
});

/** What has become of it after one run. */
const outcomeOf = async (more: Partial<StoredMessage>): Promise<StoredMessage> => {
  for (const { _id } of await world.rows('messages')) await messages.remove(String(_id));
  const now = Date.now();
  const row = {
    _id: 'msg_test',
    rev: 1,
    createTime: now,
    updateTime: now,
    event: 'refundDone',
    channel: 'subscribe',
    userId: 'usr_0002',
    openid: OPENID,
    subjects: ['orders/ord_0001', 'refunds/ref_0001', 'users/usr_0002'],
    values: {
      orderNo: 'ORDER1',
      amount: '¥1.00',
      reason: '重复购买',
      time: '2026年11月23日 10:30',
    },
    path: '',
    nextTime: now,
    operator: '',
    content: '',
    status: 'waiting',
    attempts: 0,
    unanswered: 0,
    sentTime: null,
    reason: '',
    isUnsure: false,
    ...more,
  };
  await world.insert('messages', [row]);
  await timer();
  return (await world.rows('messages'))[0] as unknown as StoredMessage;
};
const alertOutcome = (channel: 'wecom' | 'email', more: Partial<StoredMessage> = {}) =>
  outcomeOf({
    event: 'keyExhausted',
    channel,
    values: { name: '主 Key', reason: '余额不足' },
    path: 'api-keys/key_0001',
    ...more,
  });
/** Five minutes after the second try. */
const later = () => {
  vi.setSystemTime(Date.now());
  return { status: 'waiting', nextTime: Date.now() + 5 * 60_000, unanswered: 0 };
};
const ALERT =
  '密钥余额不足或已失效\n名称：主 Key\n原因：余额不足\n处理：打开「API Key管理」，充值或更换密钥';

describe('a subscribe message', () => {
  const content =
    'character_string1：ORDER1\namount2：¥1.00\nthing3：重复购买\ntime4：2026年11月23日 10:30';

  it('is sent as WeChat documents it', async () => {
    const asked = forOneTest(vi.spyOn(globalThis, 'fetch'));
    expect(await outcomeOf({})).toMatchObject({ status: 'sent', content });
    const call = asked.mock.calls.find(([url]) => String(url).includes('subscribe/send'));
    expect(JSON.parse(String(call?.[1]?.body))).toEqual({
      touser: OPENID,
      template_id: 'aRefundDone_00000000000000000000000000000003',
      page: 'pages/order/index?id=ord_0001&m=msg_test',
      miniprogram_state: 'developer',
      lang: 'zh_CN',
      data: {
        character_string1: { value: 'ORDER1' },
        amount2: { value: '¥1.00' },
        thing3: { value: '重复购买' },
        time4: { value: '2026年11月23日 10:30' },
      },
    });
  });

  it.each([
    ['pages/index/index', 'pages/index/index?m=msg_test'],
    ['pages/order/index?to={编号}', 'pages/order/index?to=ord_0001&m=msg_test'],
  ])('with the page %s opens %s', async (page, opened) => {
    await settings({ subscribe: { refundDone: { page } } });
    await outcomeOf({});
    expect((await received())[0]?.page).toBe(opened);
  });

  it('opens no page where none is filled in, and none is named of a message about nothing', async () => {
    await settings({ subscribe: { refundDone: { page: '' } } });
    const asked = forOneTest(vi.spyOn(globalThis, 'fetch'));
    await outcomeOf({});
    const call = asked.mock.calls.find(([url]) => String(url).includes('subscribe/send'));
    expect(JSON.parse(String(call?.[1]?.body))).not.toHaveProperty('page');
    await settings({ subscribe: { refundDone: { page: 'pages/order/index?id={编号}' } } });
    await outcomeOf({ subjects: [] });
    expect((await received()).at(-1)?.page).toBe('pages/order/index?id=&m=msg_test');
  });

  it('without fields is not sent', async () => {
    await set('settings', 'notification', { 'subscribe.refundDone.fields': {} });
    const { subscribe } = (await world.rows('settings')).find(
      ({ _id }) => _id === 'notification',
    ) as unknown as { subscribe: { refundDone: object } };
    await set('settings', 'notification', {
      subscribe: { ...subscribe, refundDone: { ...subscribe.refundDone, fields: {} } },
    });
    expect(await outcomeOf({})).toMatchObject({
      status: 'failed',
      reason: '通知设置中没有填写这类消息的字段',
      content: '',
    });
  });

  it('with one field is sent', async () => {
    expect(
      await outcomeOf({
        event: 'service',
        values: { text: '已加急', time: '2026年11月23日 10:30' },
      }),
    ).toMatchObject({ status: 'sent' });
  });

  it('names the one field that is wrong, with the text as it would be', async () => {
    const values = { orderNo: '订单', amount: '¥1.00', reason: '退', time: '2026年11月23日 10:30' };
    expect(await outcomeOf({ values })).toMatchObject({
      status: 'failed',
      reason: '字段 character_string1 的内容「订单」不符合微信的要求',
      content: expect.stringContaining('character_string1：订单'),
    });
  });

  it.each([
    [40003, 'failed', '该用户不属于当前小程序'],
    [40037, 'failed', '模板 ID 不正确，或模板已删除'],
    [41030, 'failed', '跳转页面不存在'],
    [43107, 'failed', '小程序的订阅消息功能已被封禁'],
    [47003, 'failed', '字段与模板不符，或内容不符合微信的要求'],
    [43101, 'unsubscribed', '用户没有订阅这类消息，或已用完订阅次数'],
  ])('is over after refusal %i', async (code, status, reason) => {
    await sandbox('wechat', { path: '/cgi-bin/message/subscribe/send', mode: 'refuse', code });
    expect(await outcomeOf({})).toMatchObject({ status, reason, content });
  });

  it.each([
    [40013, 'AppID 或 AppSecret 不正确'],
    [40125, 'AppID 或 AppSecret 不正确'],
    [40164, '服务器地址不在小程序的 IP 白名单中'],
    [99999, '微信拒绝了消息（99999）'],
  ])('is tried again after refusal %i', async (code, reason) => {
    await sandbox('wechat', { path: '/cgi-bin/message/subscribe/send', mode: 'refuse', code });
    expect(await outcomeOf({})).toMatchObject({ status: 'waiting', reason, content: '' });
  });

  it('waits for the next day when the quota is used up, and says so', async () => {
    vi.setSystemTime(startOf('20300101') + 1);
    await sandbox('wechat', {
      path: '/cgi-bin/message/subscribe/send',
      mode: 'refuse',
      code: 45009,
    });
    expect(await outcomeOf({})).toMatchObject({
      status: 'waiting',
      nextTime: startOf('20300102') + 5 * 60_000,
      reason: '今天的发送量已用完，明天再发',
    });
  });
});

describe('an alert to the team chat', () => {
  const robot = (body: object, init?: ResponseInit) =>
    forOneTest(vi.spyOn(globalThis, 'fetch')).mockImplementation(async () =>
      Response.json(body, init),
    );

  it('is one text, with the address of the page', async () => {
    Object.assign(environment, { SITE_URL: 'https://example.com/' });
    const asked = forOneTest(vi.spyOn(globalThis, 'fetch'));
    const text = `${ALERT}\nhttps://example.com/admin/api-keys/key_0001`;
    expect(await alertOutcome('wecom')).toMatchObject({ status: 'sent', content: text });
    const [address, request] = asked.mock.calls.find(([url]) => String(url).includes('webhook'))!;
    expect(String(address)).toMatch(/\/cgi-bin\/webhook\/send\?key=[\w-]{36}$/);
    expect(request).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      redirect: 'error',
      signal: expect.any(AbortSignal),
    });
    expect(JSON.parse(String(request?.body))).toEqual({ msgtype: 'text', text: { content: text } });
  });

  it('names no page where the address of the application is not known', async () => {
    Object.assign(environment, { SITE_URL: '' });
    expect(await alertOutcome('wecom')).toMatchObject({ status: 'sent', content: ALERT });
  });

  it('waits five seconds for the answer', async () => {
    const timeout = forOneTest(vi.spyOn(AbortSignal, 'timeout'));
    await alertOutcome('wecom');
    expect(timeout).toHaveBeenCalledWith(5_000);
  });

  it('that is not answered, or not as documented, is sent once more', async () => {
    const answers = [
      () => robot({}),
      () => robot({ errcode: 'none' }),
      () => forOneTest(vi.spyOn(globalThis, 'fetch')).mockRejectedValue(new Error('no network')),
    ];
    for (const answer of answers) {
      answer();
      expect(await alertOutcome('wecom')).toMatchObject({ status: 'waiting', unanswered: 1 });
    }
  });

  it('that is refused for now is tried again, and with the reason', async () => {
    robot({ errcode: 45009 });
    const expected = later();
    expect(await alertOutcome('wecom', { attempts: 1 })).toMatchObject({
      ...expected,
      reason: '企业微信拒绝了消息（45009）',
      content: '',
    });
  });

  it('whose robot is gone is over', async () => {
    robot({ errcode: 93000 });
    expect(await alertOutcome('wecom')).toMatchObject({
      status: 'failed',
      reason: '企业微信拒绝了消息（93000）',
      content: expect.stringContaining(ALERT),
    });
  });

  it.each([
    ['no robot', { alerts: {} }],
    ['an empty address', { alerts: { wecomWebhookEnc: '' } }],
    ['an address that cannot be decrypted', { alerts: { wecomWebhookEnc: 'v1.damaged' } }],
  ])('is skipped with %s', async (_name, change) => {
    await set('settings', 'notification', {
      alerts: { events: ['keyExhausted'], emails: [], smtp: {}, ...change.alerts },
    });
    expect(await alertOutcome('wecom')).toMatchObject({
      status: 'skipped',
      reason: '没有填写企业微信群机器人',
    });
  });
});

describe('an alert by e-mail', () => {
  interface Asked {
    options: SMTPTransport.Options;
    mail: object;
  }
  let asked: Asked[];
  beforeEach(() => void (asked = []));
  /** In the place of the way to a mail server. */
  const server = (error: object | null = null) =>
    forOneTest(vi.spyOn(SMTPTransport.prototype, 'send')).mockImplementation(function (
      this: SMTPTransport,
      { data },
      done,
    ) {
      asked.push({ options: this.options, mail: data });
      done(error as Error | null, {} as never);
    });
  const smtp = (more: object) => settings({ alerts: { smtp: more } });
  const real = () => Object.assign(environment, { SMTP_STAND_IN: '' });

  it('goes to all mailboxes with its id, so that it is recognised when it arrives twice', async () => {
    await settings({ alerts: { emails: ['one@example.org', 'two@example.org'] } });
    server();
    Object.assign(environment, { SITE_URL: '' });
    expect(await alertOutcome('email')).toMatchObject({ status: 'sent', content: ALERT });
    const [subject, ...lines] = ALERT.split('\n');
    expect(asked[0]?.mail).toMatchObject({
      from: 'alerts@example.com',
      to: ['one@example.org', 'two@example.org'],
      subject,
      text: lines.join('\n'),
      messageId: '<msg_test@example.com>',
    });
  });

  it.each([
    [465, { secure: true, requireTLS: false }],
    [587, { secure: false, requireTLS: true }],
  ])('is encrypted at port %i, to the address that was checked', async (port, encryption) => {
    real();
    await smtp({ host: '8.8.8.8', port });
    server();
    expect((await alertOutcome('email')).status).toBe('sent');
    const timeout = environment.MAIL_TIMEOUT_MS;
    expect(asked[0]?.options).toMatchObject({
      host: '8.8.8.8',
      port,
      ...encryption,
      tls: { servername: '8.8.8.8' },
      auth: { user: 'alerts@example.com', pass: expect.stringMatching(/^.{24}$/) },
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
    });
  });

  it('goes to the stand-in without encryption', async () => {
    server();
    await alertOutcome('email');
    const { hostname, port } = new URL(environment.SMTP_STAND_IN);
    expect(asked[0]?.options).toMatchObject({ host: hostname, port: Number(port), secure: false });
  });

  it('signs in only where there is a user, also without a password', async () => {
    await smtp({ user: '' });
    server();
    await alertOutcome('email');
    expect(asked[0]?.options).not.toHaveProperty('auth');
    await smtp({ user: 'somebody', password: { clear: true } });
    await alertOutcome('email');
    expect(asked[1]?.options.auth).toEqual({ user: 'somebody', pass: '' });
  });

  it('never goes into the own network', async () => {
    real();
    await smtp({ host: '127.0.0.1' });
    server();
    expect(await alertOutcome('email')).toMatchObject({
      status: 'failed',
      reason: '邮件服务器不能是内网地址',
    });
    expect(asked).toEqual([]);
  });

  it('waits while the name of the server is not known', async () => {
    real();
    await smtp({ host: 'mail.invalid' });
    server();
    expect(await alertOutcome('email')).toMatchObject({
      status: 'waiting',
      unanswered: 0,
      reason: '无法连接邮件服务器',
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a server', { smtp: { host: '' } }],
    ['a sender', { smtp: { from: '' } }],
    ['mailboxes', { emails: [], smtp: {} }],
  ])('is skipped without %s', async (_name, change) => {
    const { alerts } = (await world.rows('settings')).find(
      ({ _id }) => _id === 'notification',
    ) as unknown as { alerts: { smtp: object } };
    const next = { ...alerts, ...change, smtp: { ...alerts.smtp, ...change.smtp } };
    await set('settings', 'notification', { alerts: next });
    server();
    expect(await alertOutcome('email')).toMatchObject({
      status: 'skipped',
      reason: '没有填写邮件服务器或通知邮箱',
    });
    expect(asked).toEqual([]);
  });

  it('is over when its password cannot be decrypted', async () => {
    const { alerts } = (await world.rows('settings')).find(
      ({ _id }) => _id === 'notification',
    ) as unknown as { alerts: { smtp: object } };
    const next = { ...alerts, smtp: { ...alerts.smtp, passwordEnc: 'v1.damaged' } };
    await set('settings', 'notification', { alerts: next });
    expect(await alertOutcome('email')).toMatchObject({
      status: 'failed',
      reason: '已保存的密码无法解密，请重新填写',
    });
  });

  it.each(['EAUTH', 'EENVELOPE', 'EMESSAGE'])(
    'that the server refuses with %s is tried again, with the reason',
    async code => {
      server({ code, command: 'DATA' });
      const expected = later();
      expect(await alertOutcome('email', { attempts: 1 })).toMatchObject({
        ...expected,
        reason: '邮件服务器拒绝了邮件，请检查账号、授权码和发件人',
      });
    },
  );

  it.each(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO'])(
    'that fails at %s was not handed over',
    async command => {
      server({ code: 'ECONNECTION', command });
      const expected = later();
      expect(await alertOutcome('email', { attempts: 1 })).toMatchObject({
        ...expected,
        reason: '无法连接邮件服务器',
      });
    },
  );

  it('that fails later, or nobody knows where, may have arrived', async () => {
    for (const error of [{ code: 'ETIMEDOUT', command: 'DATA' }, {}]) {
      server(error);
      expect(await alertOutcome('email')).toMatchObject({ status: 'waiting', unanswered: 1 });
    }
  });

  it('leaves no connection open', async () => {
    const close = forOneTest(vi.spyOn(SMTPTransport.prototype, 'close'));
    server({ code: 'EAUTH' });
    await alertOutcome('email');
    expect(close).toHaveBeenCalledTimes(1);
  });
});
