import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { ActionOutput } from '#contract/index.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import type { LedgerEntry } from '#contract/user.ts';
import type { People } from './people.ts';
import { CODES, GIFT_CREDITS, tokenOf } from './records.ts';
import type { World } from './world.ts';

type VisitorOrder = ActionOutput<'appOrder', 'createOrder'>;

/** A visitor who deletes the account and comes back, from two windows of one browser. */
const LEAVER = { TCB_UUID: '9', TCB_ISANONYMOUS_USER: 'true' };
const OPENID = 'anon:9';

/**
 * The visitor asks for all that is limited (gift, package, code, pictures) and deletes the account in between; what was
 * ordered is paid, or not; an administrator deletes the account as well.
 */
export const leavers: People = (world, random) => {
  const { scheduler, gateway } = world;
  const thinks = () =>
    scheduler.pause('a person thinks', random.pick([5, 50, 2_000, 20_000]), true);
  const call: {
    [A in 'leave' | 'agree' | 'make' | 'redeem']: () => Promise<unknown>;
  } = {
    leave: () =>
      world.call('leaver', 'appUser', 'deleteMyData', { preview: false }, { caller: LEAVER }),
    agree: () => world.call('leaver', 'appUser', 'agree', { version: '1' }, { caller: LEAVER }),
    make: () => {
      const wish = { templateId: 'tpl_text', inputs: { text: '好看' } };
      return world.call('leaver', 'appTask', 'createTask', wish, { caller: LEAVER });
    },
    redeem: () =>
      world.call(...(['leaver', 'appUser', 'redeemCode', { code: random.pick(CODES) }] as const), {
        caller: LEAVER,
      }),
  };
  const buys = async () => {
    const wish = {
      packageId: 'pkg_0002',
      refundRules: '1',
      idemKey: random.pick(['order_one', 'order_two', 'order_three']),
    };
    const ended = await world.call('leaver', 'appOrder', 'createOrder', wish, { caller: LEAVER });
    const order = ended.kind === 'done' && ended.value.code === 0 ? ended.value.data : null;
    if (!order) return;
    await thinks();
    const { _id: id, orderNo, payment } = order as unknown as VisitorOrder;
    const wantsToPay = random.chance(0.7);
    // Nobody can pay whom the answer of the gateway has not reached.
    if (wantsToPay && payment) await gateway.gateway.pay(orderNo).catch(() => undefined);
    if (!wantsToPay)
      await world.call('leaver', 'appOrder', 'cancelOrder', { id }, { caller: LEAVER });
  };
  const window = async () => {
    for (let at = 0; at < random.int(3, 7); at += 1) {
      await thinks();
      const what = random.pick(['leave', 'leave', 'agree', 'make', 'redeem', 'buy'] as const);
      await (what === 'buy' ? buys() : call[what]());
    }
  };
  const removes = async () => {
    await thinks();
    const user = (await world.rows<StoredUser & Record<string, unknown>>('users')).find(
      ({ openid }) => openid === OPENID,
    );
    if (!user || random.chance(0.5)) return;
    const data = { id: user._id, status: 'deleted', reason: '用户来电要求' };
    await world.call('admin1', 'adminUser', 'updateUserStatus', data, { token: tokenOf('admin1') });
  };
  return [window(), window(), removes()];
};

/**
 * However often visitors leave, they get what every visitor gets once; nobody who is deleted has something going on;
 * and what they have paid for has reached them, or an administrator is informed.
 * @returns what does not hold, in words; '' if everything does
 */
export const brokenByLeavers = async ({ rows }: World): Promise<string> => {
  const [users, lines, orders, tasks, messages, past] = await Promise.all([
    rows<StoredUser & Record<string, unknown>>('users'),
    rows<LedgerEntry & Record<string, unknown>>('creditLedger'),
    rows<StoredOrder & Record<string, unknown>>('orders'),
    rows<StoredTask & Record<string, unknown>>('tasks'),
    rows('messages'),
    rows('pastAccounts'),
  ]);
  const ownLines = lines.filter(({ openid }) => openid === OPENID);
  const gifts = ownLines.filter(({ refType }) => refType === 'register' && refType !== undefined);
  const given = gifts.filter(({ delta }) => delta > 0);
  if (given.length > 1) return `the gift was given ${given.length} times`;
  if (given.some(({ delta }) => delta !== GIFT_CREDITS)) return 'a gift is not what it should be';
  const redeemed = ownLines.filter(({ kind }) => kind === 'code');
  if (redeemed.length > 1) return `${redeemed.length} codes of one batch were redeemed`;
  const bought = orders.filter(
    ({ openid, items, fulfil }) =>
      openid === OPENID && items[0]?.refId === 'pkg_0002' && fulfil.status === 'done',
  );
  if (bought.length > 1) return `a package sold once to each was sold ${bought.length} times`;
  const living = users.filter(({ openid }) => openid === OPENID);
  if (living.length > 1) return 'there are two accounts';
  if (past.filter(({ isOpening }) => !isOpening).length > 1)
    return 'more than one past account is kept';
  for (const { _id, status, closingTime } of users.filter(user => user.status !== 'normal')) {
    if (closingTime) return `${_id} is ${status}, and this is not complete`;
    const active = tasks.filter(task => task.userId === _id && isActiveTask(task.status));
    if (active.length > 0) return `${_id} is ${status} and has tasks`;
  }
  const deleted = new Set(users.filter(user => user.status === 'deleted').map(({ _id }) => _id));
  for (const { _id, userId, status, fulfil } of orders.filter(order => deleted.has(order.userId))) {
    if (status === 'pending') return `${_id} of ${userId}, who is deleted, can still be paid`;
    const isReported = messages.some(message => String(message['_id']).includes(_id));
    if (status === 'paid' && !(fulfil.status === 'failed' && isReported))
      return `${_id} of ${userId}, who is deleted, was paid, and nobody was informed`;
  }
  return '';
};
