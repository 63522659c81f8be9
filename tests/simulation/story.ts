import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { Fate } from './fate.ts';
import type { GatewayCall, Manner, MessageCall, NoticeManner } from './gateway.ts';
import type { GeneratorCall } from './generator.ts';
import { VISITORS } from './people.ts';
import { comeToRest, linesOf } from './play.ts';
import { PHOTOS, tokenOf } from './records.ts';
import type { Ended } from './scheduler.ts';
import type { Simulation } from './simulation.ts';
import type { World } from './world.ts';

/** Nothing fails and nothing takes long, except as scripted. */
export const calm = (): Fate => ({
  manner: () => ({ there: 20, back: 20 }),
  refusal: () => 421,
  settling: () => ({ to: 'SUCCESS', afterMs: 500 }),
  notice: () => [100],
  latency: () => ({ ms: 1 }),
  diesAtWait: () => Infinity,
  random: () => 0.5,
});

const MINUTE = 60_000;

/** Something under way whose end the script waits for, or not. */
export interface UnderWay<T> {
  ended(): boolean;
  value(): T | undefined;
}

/**
 * A script of named calls: which begin, which are held on their way, which continue meanwhile. It names calls instead
 * of counting waits, so that it survives changes of the code. Refusals are part of the story: the script continues, and
 * the test checks the money.
 */
export const beginStory = async (simulation: Simulation) => {
  const fate = calm();
  const world: World = await simulation.begin(fate);
  const { scheduler, gateway } = world;
  const next = new Map<GatewayCall | GeneratorCall | MessageCall, Partial<Manner>[]>();
  fate.manner = call => ({ there: 20, back: 20, ...next.get(call)?.shift() });

  const underWay = <T>(promise: Promise<T>): UnderWay<T> => {
    let [over, value] = [false, undefined as T | undefined];
    void promise.then(result => {
      over = true;
      value = result;
    });
    return { ended: () => over, value: () => value };
  };

  /** Continues until the condition holds; a minute at most, because the code may behave differently. */
  const until = async (isSo: () => boolean, most = MINUTE) => {
    const end = scheduler.now() + most;
    while (!isSo() && (await scheduler.step(end)));
  };

  const begin = (who: string, action: string, data: Record<string, unknown>) =>
    underWay(
      world.call(who, 'adminOrder', action as never, data, { token: tokenOf(who) }),
    ) as UnderWay<Ended<Envelope>>;

  /** What the first user asks the functions for pictures. */
  const orders = (action: 'createTask' | 'cancelTask', data: Record<string, unknown>) =>
    underWay(world.call('visitor0', 'appTask', action, data, { caller: VISITORS[0]! }));

  const answered = async (going: UnderWay<Ended<Envelope>>): Promise<Envelope> => {
    await until(going.ended);
    const ended = going.value();
    if (ended?.kind === 'done') return ended.value;
    return { code: -2 as never, message: 'died', data: null, requestId: '' };
  };

  const rowsOf = async (orderId: string) =>
    (await world.rows<StoredRefund>('refunds')).filter(row => row.orderId === orderId);

  return {
    world,
    begin,
    until,

    /** From the call to its answer. @returns its envelope; the code -2 stands for a process that died */
    call: (who: string, action: string, data: Record<string, unknown>): Promise<Envelope> =>
      answered(begin(who, action, data)),

    /** The first user orders so many pictures at once, each for all that one costs. @returns the answers */
    pictures: (count: number) => {
      const wish = { templateId: 'tpl_0001', inputs: { photo: PHOTOS[0] } };
      const going = Array.from({ length: count }, () => orders('createTask', wish));
      return Promise.all(going.map(answered));
    },
    cancel: (id: string) => answered(orders('cancelTask', { id })),

    async credits(userId: string) {
      const user = (await world.rows<StoredUser>('users')).find(({ _id }) => _id === userId);
      return user!.credits;
    },

    /** Calls of the worker get lost: what is due waits for the timers. */
    loseCalls: () => {
      fate.latency = action => ({ ms: 1, ...(action === 'callFunction' && { lost: 'before' }) });
    },

    timer: (name: 'orders' | 'refunds') => underWay(world.timer(name)),

    /** The next such call of the gateway goes like this. */
    next: (call: GatewayCall, manner: Partial<Manner>) =>
      void next.set(call, [...(next.get(call) ?? []), manner]),

    notices: (manner: NoticeManner) => {
      fate.notice = () => manner;
    },

    /** Holds a call of an actor whose name begins like this: before it arrives, or its answer. */
    hold: (call: GatewayCall, part: 'request' | 'answer', who: string) =>
      scheduler.hold(
        what =>
          what.startsWith(`gateway.${call} `) &&
          what.includes(part === 'request' ? `: request of ${who}` : `: answer to ${who}`),
      ),

    /** Time passes, and what is under way goes on. */
    async pass(ms: number) {
      const end = scheduler.now() + ms;
      while (await scheduler.step(end));
      scheduler.moveTo(end);
    },

    /** A day in which the timers run. */
    rest: () => comeToRest(world, () => scheduler.step()),

    refundsOf: rowsOf,

    /** What left the gateway for an order, and what people had confirmed: asked for, and not voided since. */
    async money(orderId: string) {
      const order = (await world.rows<StoredOrder>('orders')).find(({ _id }) => _id === orderId)!;
      const paid = [...gateway.gateway.refunds.values()]
        .filter(({ outTradeNo }) => outTradeNo === order.orderNo)
        .reduce((sum, { paidOut, amountFen }) => sum + paidOut * amountFen, 0);
      const confirmed = (await rowsOf(orderId))
        .filter(({ _id }) => !world.voided.has(_id))
        .reduce((sum, { amountFen }) => sum + amountFen, 0);
      return { paid, confirmed, booked: order.refundedFen };
    },

    lines: () => linesOf(world).join('\n'),
  };
};

export type Story = Awaited<ReturnType<typeof beginStory>>;
