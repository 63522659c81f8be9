import { beforeEach, describe, expect, it } from 'vitest';
import { userSentences } from '#contract/sentences/users.ts';
import { type Carry, carriedBy } from '../../replaceSdkTransport.ts';
import { visitorNo } from '../tasks/engineRun.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld({
  ACCOUNTS_PER_ADDRESS: 5,
  GIFTS_PER_ADDRESS: 2,
  FEEDBACK_PER_ADDRESS: 6,
  ORDERS_PER_ADDRESS: 4,
  KNOWN_PER_ADDRESS: 3,
});
const { call, ok, rows, set } = world;
beforeEach(() => world.reset());

const HERE = '198.51.100.7';
const anonymous = (at: number, ip = HERE) => ({ caller: visitorNo(at), ip });
const inWechat = (at: number, ip = HERE) => ({
  caller: { TCB_UUID: `w${at}`, WX_OPENID: `o${String(at).padStart(27, 'w')}` },
  ip,
});
const many = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, at) => work(at)));
const countOf = (answers: { code: number }[], wanted: number) =>
  answers.filter(({ code }) => code === wanted).length;
const agree = (who: object) => call('appUser', 'agree', { version: '1' }, who);

describe('of one address', () => {
  it('so many accounts begin in a day; of visitors whom WeChat knows more, and elsewhere others', async () => {
    const users = (await rows('users')).length;
    const answers = await many(12, at => agree(anonymous(at)));
    expect([countOf(answers, 0), countOf(answers, 42901)]).toEqual([5, 7]);
    expect((await rows('users')).length).toBe(users + 5);
    // Accounts that are there go on.
    const known = answers.findIndex(({ code }) => code === 0);
    expect((await agree(anonymous(known))).code).toBe(0);
    expect(countOf(await many(20, at => agree(inWechat(at))), 0)).toBe(15);
    expect((await agree(anonymous(50, '198.51.100.8'))).code).toBe(0);
  });

  it('one network of IPv6 counts as one', async () => {
    const answers = await many(12, at => agree(anonymous(at, `2001:db8:7:9::${at + 1}`)));
    expect(countOf(answers, 0)).toBe(5);
    expect((await agree(anonymous(90, '2001:db8:7:a::1'))).code).toBe(0);
  });

  it('so many gifts are given, and nobody is shown one that they would not get', async () => {
    await set('settings', 'general', { registerGiftCredits: 9 });
    const giftOf = async (who: object) => (await ok('appUser', 'getMe', {}, who)).credits.gift;
    const gifts: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      const shown = await giftOf(anonymous(at));
      await agree(anonymous(at));
      gifts.push(await giftOf(anonymous(at)));
      expect(gifts.at(-1)).toBe(shown);
    }
    expect(gifts).toEqual([9, 9, 0, 0]);
    expect(await giftOf(inWechat(1))).toBe(9);
  });

  it('as many of those who begin at the same moment get a gift, and support reads why others did not', async () => {
    await set('settings', 'general', { registerGiftCredits: 9 });
    const before = new Set((await rows('users')).map(({ _id }) => _id));
    await many(5, at => agree(anonymous(at)));
    const users = (await rows('users')).filter(({ _id }) => !before.has(_id));
    const gifts = users.map(user => (user['credits'] as { gift: number }).gift);
    expect(gifts.sort()).toEqual([0, 0, 0, 9, 9]);
    const entries = (await rows('userLogs')).filter(({ title }) => title === userSentences.noGift);
    const without = users.filter(user => (user['credits'] as { gift: number }).gift === 0);
    expect(new Set(entries.map(({ userId }) => userId))).toEqual(
      new Set(without.map(({ _id }) => _id)),
    );
  });

  it('a call that is killed before it gives uses up no gift', async () => {
    await set('settings', 'general', { registerGiftCredits: 9 });
    for (let at = 0; at < 3; at += 1) {
      let isKilled = false;
      const carry: Carry = (action, _body, carryOut) => {
        isKilled ||= action === 'database.startTransaction';
        return isKilled ? Promise.reject(new Error('killed')) : carryOut();
      };
      const killed = () => agree(anonymous(at));
      expect((await carriedBy(world.emulator.database, carry, killed)).code).toBe(50001);
      // What it held ends by itself.
      for (const { _id } of await rows('turns')) await set('turns', String(_id), { until: 0 });
    }
    const { credits } = await ok('appUser', 'getMe', {}, anonymous(3));
    expect(credits.gift).toBe(9);
  });

  it('so many complaints arrive in a day', async () => {
    const send = (at: number) =>
      call('appUser', 'sendFeedback', { topic: 'quality', text: '图片脸部变形了' }, inWechat(at));
    await many(12, at => agree(inWechat(at)));
    const answers = await many(25, at => send(at % 12));
    expect(countOf(answers, 0)).toBe(18);
    expect(
      (await rows('feedback')).filter(({ openid }) => String(openid).includes('w')).length,
    ).toBe(18);
  });

  it('so many orders are placed in an hour, of whatever kind; cancelled ones count', async () => {
    const buy = (at: number) =>
      call('appOrder', 'createOrder', { packageId: 'pkg_0002', refundRules: '1' }, anonymous(at));
    await many(4, at => agree(anonymous(at)));
    const answers = await many(9, at => buy(at % 4));
    expect(countOf(answers, 0)).toBe(4);
    expect(countOf(answers, 42901)).toBe(5);
    expect(answers.find(({ code }) => code === 42901)!.message).toBe(
      '当前网络下单过于频繁，请一小时后再试',
    );
    // The same order again is no other one.
    const again = { packageId: 'pkg_0002', idemKey: 'again' };
    const twice = await many(4, () => call('appOrder', 'createOrder', again, inWechat(3)));
    expect(new Set(twice.map(({ data }) => data?._id)).size).toBe(1);
    const others = await many(11, at =>
      call(
        'appOrder',
        'createOrder',
        { packageId: 'pkg_0002', refundRules: '1' },
        inWechat(20 + at),
      ),
    );
    expect(countOf(others, 0)).toBe(11);
  });
});

describe('the gift of a first visit', () => {
  const steps = [
    'startTransaction',
    'getDocument',
    'insertDocument',
    'modifyDocument',
    'modifyAndReturnDoc',
    'commitTransaction',
  ] as const;
  const cut = steps.flatMap(step =>
    [0, 1, 2, 3].flatMap(skip =>
      (['before', 'after'] as const).map(when => [step, skip, when] as const),
    ),
  );

  it.each(cut)('comes though %s no. %i fails %s its work', async (step, skip, when) => {
    await set('settings', 'general', { registerGiftCredits: 9 });
    await world.inject({ action: `database.${step}`, code: 'SYS_ERR', skip, when });
    await agree(inWechat(1));
    await world.forgetInjections();
    expect((await agree(inWechat(1))).code).toBe(0);
    expect((await ok('appUser', 'getMe', {}, inWechat(1))).credits).toEqual({ paid: 0, gift: 9 });
    const { WX_OPENID } = inWechat(1).caller;
    expect((await rows('users')).filter(({ openid }) => openid === WX_OPENID)).toHaveLength(1);
  });
});
