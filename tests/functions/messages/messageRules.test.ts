import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import { messageTime } from '#contract/messageEvents.ts';
import { beforeWrite } from '../world/beforeWrite.ts';
import { someUser } from '../world/fixtures/people.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { runJob } from '../world/runJob.ts';
import { OPENID, startMessageWorld } from './messageWorld.ts';

const { world, sandbox, received, timer, settings, set } = await startMessageWorld();
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { messages } = await import('#cloudfunctions/_shared/messages/messages.ts');
const usual = { ...environment };

afterEach(() => {
  Object.assign(environment, usual);
});

const [MINUTE, DAY] = [60_000, 86_400_000];
const NO_ANSWER = '没有收到答复，可能已送达';

const row = (_id: string, more: Partial<StoredMessage> = {}): StoredMessage =>
  ({
    _id,
    rev: 1,
    createTime: Date.now() - 1_000,
    updateTime: Date.now() - 1_000,
    event: 'service',
    channel: 'subscribe',
    userId: 'usr_0002',
    openid: OPENID,
    subjects: ['orders/ord_0001', 'users/usr_0002'],
    values: { text: `内容 ${_id}`, time: '2026年11月23日 10:30' },
    path: '',
    nextTime: Date.now() - 1_000,
    operator: '',
    content: '',
    status: 'waiting',
    attempts: 0,
    unanswered: 0,
    sentTime: null,
    reason: '',
    isUnsure: false,
    ...more,
  }) as StoredMessage;
const alert = (_id: string, channel: 'wecom' | 'email', more: Partial<StoredMessage> = {}) =>
  row(_id, {
    event: 'keyExhausted',
    channel,
    userId: '',
    openid: '',
    subjects: ['api-keys/key_0001'],
    values: { name: '主 Key', reason: '余额不足' },
    path: 'api-keys/key_0001',
    ...more,
  });
/** Of the fixture, others may be waiting. */
const store = async (...rows: StoredMessage[]) => {
  await world.remove('messages', {});
  if (rows.length > 0) await world.insert('messages', rows as never);
};
const message = async (_id: string) =>
  (await world.rows('messages')).find(one => one['_id'] === _id) as unknown as StoredMessage;
/** What has become of it after one run. */
const outcomeOf = async (one: StoredMessage) => {
  await store(one);
  await timer();
  return message(one._id);
};
const disturb = (name: 'wechat' | 'wecom', how: object) =>
  sandbox(name, name === 'wechat' ? { path: '/cgi-bin/message/subscribe/send', ...how } : how);

/** Something else that happens just before the given write to messages. */
const before = (write: 'first' | 'second', does: () => Promise<unknown>) =>
  beforeWrite(messages, write === 'first' ? 1 : 2, does);

describe('a message is stored', () => {
  it('to a user, with whom and what it is about', async () => {
    await store();
    const now = Date.now();
    vi.setSystemTime(now);
    const text = '你的订单已加急处理';
    const given = { subject: 'orders/ord_0001', text, idemKey: 'key-of-one-click' };
    await set('orders', 'ord_0001', { userId: 'usr_0002' });
    await world.ok('adminMessage', 'sendServiceMessage', given);
    const [stored, ...more] = await world.rows('messages');
    expect(more).toEqual([]);
    // It carries its audit row until that is written, and what was asked for.
    const { unaudited: _row, intent: _intent, ...fields } = stored ?? {};
    expect(fields).toEqual({
      _id: expect.stringMatching(/^service_[0-9a-f]{24}$/) as string,
      rev: 1,
      createTime: now,
      updateTime: now,
      event: 'service',
      channel: 'subscribe',
      userId: 'usr_0002',
      openid: OPENID,
      subjects: ['orders/ord_0001', 'users/usr_0002'],
      values: { text, time: messageTime(now) },
      path: '',
      nextTime: now,
      operator: '测试管理员',
      content: '',
      status: 'waiting',
      attempts: 0,
      unanswered: 0,
      sentTime: null,
      reason: '',
      isUnsure: false,
    });
  });

  it('to administrators once for each way, with where it is looked into', async () => {
    await store();
    const { inTransaction } = await import('#cloudfunctions/_shared/base/transaction.ts');
    const { alertAdmins } = await import('#cloudfunctions/_shared/messages/outbox.ts');
    const about = {
      event: 'keyExhausted' as const,
      key: 'key_0001',
      values: { name: '主 Key', reason: '余额不足' },
      path: 'api-keys/key_0001',
    };
    const now = Date.now();
    vi.setSystemTime(now);
    await inTransaction(transaction => alertAdmins(transaction, about));
    await inTransaction(transaction => alertAdmins(transaction, { ...about, subjects: ['a/b'] }));
    const stored = (channel: 'wecom' | 'email') => ({
      ...alert(`keyExhausted_key_0001_${channel}`, channel, { subjects: [], nextTime: now }),
      createTime: now,
      updateTime: now,
    });
    expect(
      (await world.rows('messages')).sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1)),
    ).toEqual([stored('email'), stored('wecom')]);
    const other = { ...about, key: 'key_0002', subjects: ['a/b'] };
    await inTransaction(transaction => alertAdmins(transaction, other));
    expect((await message('keyExhausted_key_0002_email')).subjects).toEqual(['a/b']);
  });
});

describe('what a try changes', () => {
  it('when it is sent', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    expect(
      await outcomeOf(row('m1', { reason: '微信拒绝了消息（-1）', attempts: 2 })),
    ).toMatchObject({
      status: 'sent',
      sentTime: now,
      reason: '',
      content: 'thing1：内容 m1\ntime2：2026年11月23日 10:30',
      attempts: 3,
      unanswered: 0,
      isUnsure: false,
    });
  });

  it('when no answer comes, once and then again', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    await disturb('wechat', { mode: 'lose' });
    const once = await outcomeOf(row('m1'));
    expect(once).toMatchObject({
      status: 'waiting',
      nextTime: now + MINUTE,
      isUnsure: true,
      reason: NO_ANSWER,
      attempts: 1,
      unanswered: 1,
      sentTime: null,
    });
    vi.setSystemTime(once.nextTime);
    await timer();
    expect(await message('m1')).toMatchObject({
      status: 'failed',
      isUnsure: true,
      reason: NO_ANSWER,
      attempts: 2,
      unanswered: 2,
    });
  });

  it('when it was not answered and the subscription is used up', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    await sandbox('wechat', { openid: OPENID, subscriptions: 0 });
    expect(await outcomeOf(row('m1', { unanswered: 1 }))).toMatchObject({
      status: 'sent',
      sentTime: now,
      isUnsure: true,
      reason: NO_ANSWER,
      unanswered: 1,
      content: expect.stringContaining('内容 m1'),
    });
    expect(await outcomeOf(row('m2'))).toMatchObject({
      status: 'unsubscribed',
      sentTime: null,
      isUnsure: false,
      reason: '用户没有订阅这类消息，或已用完订阅次数',
      unanswered: 0,
      content: expect.stringContaining('内容 m2'),
    });
  });

  it('when it is refused for now, until it has been tried often enough', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    await disturb('wechat', { mode: 'refuse', code: -1 });
    const reason = '微信拒绝了消息（-1）';
    const { MESSAGE_ATTEMPTS } = environment;
    expect(await outcomeOf(row('m1', { attempts: MESSAGE_ATTEMPTS - 2 }))).toMatchObject({
      status: 'waiting',
      nextTime: now + 360 * MINUTE,
      attempts: MESSAGE_ATTEMPTS - 1,
      unanswered: 0,
      reason,
    });
    expect(
      await outcomeOf(row('m2', { attempts: MESSAGE_ATTEMPTS - 1, unanswered: 1 })),
    ).toMatchObject({ status: 'failed', attempts: MESSAGE_ATTEMPTS, unanswered: 1, reason });
  });

  it('when no answer comes after tries of which something is known', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    await disturb('wechat', { mode: 'lose' });
    expect(await outcomeOf(row('m1', { attempts: 1 }))).toMatchObject({
      status: 'waiting',
      nextTime: now + 5 * MINUTE,
      isUnsure: true,
    });
    // The first sender has died.
    expect(await outcomeOf(row('m2', { attempts: 1, unanswered: 1 }))).toMatchObject({
      status: 'failed',
      isUnsure: true,
      reason: NO_ANSWER,
    });
  });

  it('when nobody wants the message', async () => {
    await settings({ alerts: { events: [] } });
    expect(await outcomeOf(alert('a1', 'wecom'))).toMatchObject({
      status: 'skipped',
      reason: '通知设置中没有勾选这类告警',
    });
  });

  it('when it is refused for good', async () => {
    await disturb('wechat', { mode: 'refuse', code: 47003 });
    expect(await outcomeOf(row('m1', { unanswered: 1 }))).toMatchObject({
      status: 'failed',
      reason: '字段与模板不符，或内容不符合微信的要求',
      unanswered: 1,
      isUnsure: true,
      content: expect.stringContaining('内容 m1'),
    });
  });
});

describe('the sender of a message', () => {
  it('keeps it for a minute', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    let kept: StoredMessage | undefined;
    before('second', async () => (kept = await message('m1')));
    await outcomeOf(row('m1'));
    expect(kept).toMatchObject({
      status: 'waiting',
      nextTime: now + environment.MESSAGE_LEASE_MS,
      attempts: 1,
      unanswered: 1,
      isUnsure: false,
    });
  });

  it.each([
    ['is no longer waiting', { status: 'failed' as const }],
    ['is sent by another one', { nextTime: Date.now() + DAY }],
  ])('leaves it alone when it %s', async (_name, change) => {
    before('first', () => set('messages', 'm1', change));
    expect(await outcomeOf(row('m1'))).toMatchObject({ ...change, attempts: 0 });
    expect(await received()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it.each([
    ['is no longer waiting', { status: 'failed' as const }],
    ['is sent by another one', { nextTime: Date.now() + DAY }],
  ])('does not write what became of it when it %s meanwhile', async (_name, change) => {
    before('second', () => set('messages', 'm1', change));
    expect(await outcomeOf(row('m1'))).toMatchObject({ ...change, sentTime: null, unanswered: 1 });
  });

  it('gives up what was not answered twice, without sending it', async () => {
    expect(await outcomeOf(row('m1', { unanswered: 2, attempts: 2 }))).toMatchObject({
      status: 'failed',
      isUnsure: true,
      reason: NO_ANSWER,
      attempts: 2,
    });
    expect(await received()).toEqual([]);
  });

  it.each([
    ['is no longer waiting', { status: 'sent' as const }],
    ['is to be sent later', { nextTime: Date.now() + DAY }],
  ])('does not give up what %s', async (_name, change) => {
    before('first', () => set('messages', 'm1', change));
    const state = await outcomeOf(row('m1', { unanswered: 2 }));
    expect(state).toMatchObject({ status: 'waiting', reason: '', ...change });
  });

  it('stays unsure of what was not answered before', async () => {
    expect(await outcomeOf(row('m1', { unanswered: 1 }))).toMatchObject({ isUnsure: true });
    expect(await outcomeOf(row('m2', { isUnsure: true }))).toMatchObject({ isUnsure: true });
    expect(await outcomeOf(row('m3'))).toMatchObject({ isUnsure: false });
  });
});

describe('a run', () => {
  it('sends what is due, and nothing else', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    await store(
      row('now', { nextTime: now }),
      row('later', { nextTime: now + 1 }),
      row('sent', { status: 'sent' }),
    );
    expect(await runJob('messages')).toEqual({ ok: true, result: { handled: 1 } });
    expect((await received()).map(({ data }) => data['thing1'])).toEqual(['内容 now']);
  });

  it('takes forty at a time, those that are due longest first, until its time is over', async () => {
    // Which is quicker than to send them.
    await settings({ subscribe: { service: { templateId: '' } } });
    const now = Date.now();
    vi.setSystemTime(now);
    const many = Array.from({ length: 41 }, (_, at) =>
      row(`m${at}`, { nextTime: now - at - 1, createTime: now - 100 + at }),
    );
    await store(...many);
    Object.assign(environment, { MESSAGE_BUDGET_MS: 0 });
    expect(await runJob('messages')).toMatchObject({ result: { handled: 40 } });
    const left = (await world.rows('messages')).filter(({ attempts }) => attempts === 0);
    expect(left.map(({ _id }) => _id)).toEqual(['m0']);
    Object.assign(environment, { MESSAGE_BUDGET_MS: 1 });
    await store(...many);
    expect(await runJob('messages')).toMatchObject({ result: { handled: 41 } });
  });

  it('goes on with the others when one cannot be sent', async () => {
    await store(row('m1', { nextTime: 1 }), row('m2', { nextTime: 2 }));
    before('first', () => Promise.reject(new Error('refused')));
    Object.assign(environment, { MESSAGE_BUDGET_MS: 0 });
    expect(await runJob('messages')).toMatchObject({ ok: true });
    expect((await message('m2')).status).toBe('sent');
  });

  it('in quiet hours puts off what goes to users, unless it has been sent meanwhile', async () => {
    await settings({ quietHours: { on: true, from: '22:00', to: '08:00' } });
    const now = Date.UTC(2030, 0, 1, 15);
    const end = now + 9 * 60 * MINUTE;
    vi.setSystemTime(now);
    const due = { nextTime: now };
    await store(row('m1', due), row('m2', due), row('m3', due), alert('a1', 'wecom', due));
    const write = messages.compareAndSetMany;
    forOneTest(vi.spyOn(messages, 'compareAndSetMany')).mockImplementationOnce(async (...given) => {
      await set('messages', 'm2', { status: 'sent' });
      await set('messages', 'm3', { nextTime: now + MINUTE });
      return write(...given);
    });
    expect(await runJob('messages')).toMatchObject({ result: { handled: 4 } });
    expect(await received()).toEqual([]);
    expect(await message('m1')).toMatchObject({ status: 'waiting', nextTime: end, attempts: 0 });
    expect(await message('m2')).toMatchObject({ status: 'sent', nextTime: now });
    expect(await message('m3')).toMatchObject({ status: 'waiting', nextTime: now + MINUTE });
    expect(await message('a1')).toMatchObject({ status: 'sent' });
  });

  it('asks nothing to be put off outside of quiet hours', async () => {
    const put = forOneTest(vi.spyOn(messages, 'compareAndSetMany'));
    await outcomeOf(row('m1'));
    expect(put).not.toHaveBeenCalled();
  });
});

describe('messages are removed', () => {
  it('half a year after they were written, not before', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    const old = now - environment.MESSAGE_KEEP_MS;
    const two = ['m1', 'm2'].map(id => row(id, { createTime: old - 1 }));
    await store(...two, row('kept', { createTime: old, updateTime: old - 1 }));
    expect(await runJob('purgeMessages')).toEqual({ ok: true, result: { removed: 2 } });
    expect((await world.rows('messages')).map(({ _id }) => _id)).toEqual(['kept']);
  });

  it('page by page, until the time of the run is over', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    const many = Array.from({ length: 201 }, (_, at) => row(`m${at}`, { createTime: 1 }));
    await store(...many);
    Object.assign(environment, { MESSAGE_BUDGET_MS: 0 });
    expect(await runJob('purgeMessages')).toMatchObject({ result: { removed: 200 } });
    Object.assign(environment, { MESSAGE_BUDGET_MS: 1 });
    await store(...many);
    expect(await runJob('purgeMessages')).toMatchObject({ result: { removed: 201 } });
  });

  it('with their user, however many there are, and those of no other user', async () => {
    await world.insert('users', [someUser(90)]);
    const ofUser = { userId: 'usr_0090' };
    await store(...Array.from({ length: 201 }, (_, at) => row(`m${at}`, ofUser)), row('other'));
    const change = { id: 'usr_0090', status: 'deleted' as const, reason: '用户要求' };
    await world.ok('adminUser', 'updateUserStatus', change);
    expect((await world.rows('messages')).map(({ _id }) => _id)).toEqual(['other']);
  });
});
