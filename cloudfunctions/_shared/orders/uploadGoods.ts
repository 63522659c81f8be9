import { fit } from '#contract/limits/limit.ts';
import { wechatLimits } from '#contract/limits/wechat.ts';
import { goodsSentences } from '#contract/sentences/packages.ts';
import { goodsPicture } from '#contract/settingFields.ts';
import type { GoodsState } from '#contract/virtualGoods.ts';
import { z } from '#contract/zod.ts';
import { _ } from '../base/cloud.ts';
import { runsBeside } from '../base/due.ts';
import { retryTime } from '../base/lease.ts';
import { inParallel } from '../base/parallel.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import { addressesOf } from '../base/storage.ts';
import { templates } from '../templates/records.ts';
import { packages } from '../users/ledger.ts';
import { callWeChat } from '../weChat/client.ts';
import { type VirtualEnv, virtualSettings } from '../wechatPay/virtualSettings.ts';
import { envIn, goods, productIdOf, type VirtualGoods } from './goods.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How often a task at WeChat is asked about; one that takes long, less and less often. */
const ASK_MS = { first: 5 * SECOND, last: 10 * MINUTE };
/** Before the second try, the third, and so on. */
const WAITS_MS = [10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];
/** "约 10 分钟后生效" (wx.requestVirtualPayment), "几分钟到半小时" (ai-virtualpayl-person). */
const IN_EFFECT_MS = 30 * MINUTE;
const MOST = 1_000;
const PAGE = 100;

const steps = {
  upload: { before: 'waiting', during: 'uploading' },
  publish: { before: 'uploaded', during: 'publishing' },
} as const satisfies Record<string, Record<string, GoodsState>>;
const stepOf = ({ state }: VirtualGoods) =>
  state === 'waiting' || state === 'uploading' ? 'upload' : 'publish';
const isBegun = (its: VirtualGoods) => its.state === steps[stepOf(its)].during;

/** Source: the guide of WeChat's virtual payment; docs/virtual-payment.md. */
const refusals: Readonly<Record<number, string>> = {
  [-1]: goodsSentences.busy,
  268490002: goodsSentences.wrongField,
  268490003: goodsSentences.signature,
  268490007: goodsSentences.sensitive,
  268490015: goodsSentences.busy,
};
const TASK_RUNS = 268490012;
const reasonOf = (outcome: { kind: string; code?: number }): string =>
  outcome.code === undefined
    ? goodsSentences.noMiniProgram
    : (refusals[outcome.code] ?? goodsSentences.refused(outcome.code));

interface Wanted {
  name: string;
  priceFen: number;
  picture: string;
}

/** All that is sold virtually now, by its `productId`. */
const wantedNow = async ({ virtual }: Settings<'payment'>): Promise<Map<string, Wanted>> => {
  const [offered, singly] = await Promise.all([
    packages.find(
      { status: 'enabled' },
      { limit: MOST, fields: ['name', 'priceFen', 'payChannels'] },
    ),
    templates.find(
      { status: 'online', priceFen: _.gt(0) },
      { limit: MOST, fields: ['name', 'priceFen', 'coverImage'] },
    ),
  ]);
  const common = virtual.goodsPicture;
  const sold = [
    ...offered
      .filter(({ payChannels }) => payChannels.includes('virtual'))
      .map(one => ({ ...one, picture: common })),
    ...singly.map(one => ({
      ...one,
      priceFen: one.priceFen!,
      picture: goodsPicture.test(one.coverImage) ? one.coverImage : common,
    })),
  ];
  const env = envIn(virtual);
  return new Map(sold.map(one => [productIdOf(one, env), one]));
};

const blank = { attempts: 0, error: '', startTime: 0, usableTime: null } as const;

const addMissing = async (ids: string[]): Promise<void> => {
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE);
    const fields = ['usableTime', 'nextTime'];
    const found = await goods.find({ _id: _.in(page) }, { limit: PAGE, fields });
    const known = new Map(found.map(one => [one._id, one]));
    const nextTime = Date.now();
    await inParallel(page, async id => {
      const its = known.get(id);
      if (!its) await goods.insertUnlessThere({ ...blank, state: 'waiting', nextTime }, id);
      // On sale again.
      else if (its.usableTime === null && its.nextTime === null) await goods.note(id, { nextTime });
    });
  }
};

/** Both steps are taken again: WeChat says so of what it has already. */
const failed = (its: VirtualGoods, error: string) =>
  goods.note(its._id, {
    state: 'waiting',
    attempts: its.attempts + 1,
    error,
    nextTime: retryTime(WAITS_MS, its.attempts + 1),
  });

interface At {
  env: VirtualEnv;
  key: string;
}

/** @returns whether WeChat is free for another one */
const start = async (its: VirtualGoods, wanted: Wanted, { env, key }: At): Promise<boolean> => {
  const { _id: id } = its;
  const step = stepOf(its);
  const { 'upload_item.name': limit } = wechatLimits['xpay/start_upload_goods'];
  const name = fit(limit, wanted.name);
  let item: object = { id };
  if (step === 'upload') {
    const picture = (await addressesOf([wanted.picture])).get(wanted.picture);
    if (!picture) {
      await failed(its, goodsSentences.noPicture);
      return true;
    }
    item = { id, name, price: wanted.priceFen, remark: name, item_url: picture.url };
  }
  const startTime = Date.now();
  const nextTime = startTime + ASK_MS.first;
  // Stored first, so that a call without an answer is asked about.
  await goods.note(id, { state: steps[step].during, error: '', startTime, nextTime });
  const body = { [`${step}_item`]: [item], env };
  const outcome = await callWeChat(`xpay/start_${step}_goods`, body, z.unknown(), key);
  if (outcome.kind === 'ok' || outcome.kind === 'unknown') return false;
  if (outcome.kind === 'refused' && outcome.code === TASK_RUNS) {
    await goods.note(id, { state: steps[step].before, nextTime });
    return false;
  }
  await failed(its, reasonOf(outcome));
  return true;
};

const items = z.array(z.looseObject({ id: z.string() })).default([]);
const answered = z.object({ status: z.int(), upload_item: items, publish_item: items });
/** Of an item: it runs, its id is there already, as after an answer that was lost, or it is done. */
const [RUNS, THERE, DONE] = [0, 1, 2];
/** Of all items: one runs. */
const SOME_RUNS = 1;

/** @returns whether WeChat is free for another one */
const ask = async (its: VirtualGoods, { env, key }: At): Promise<boolean> => {
  const step = stepOf(its);
  const now = Date.now();
  const outcome = await callWeChat(`xpay/query_${step}_goods`, { env }, answered, key);
  const data = outcome.kind === 'ok' ? outcome.data : null;
  const found = data?.[`${step}_item`].find(({ id }) => id === its._id);
  const status = found?.[`${step}_status`];
  if (!data || status === RUNS || (!found && data.status === SOME_RUNS)) {
    const wait = Math.min(Math.max(now - its.startTime, ASK_MS.first), ASK_MS.last);
    await goods.note(its._id, { nextTime: now + wait });
    return false;
  }
  if (status === THERE || status === DONE) {
    // Its sandbox takes uploaded ones for published.
    const isLast = step === 'publish' || env === 1;
    await goods.note(its._id, {
      state: isLast ? 'published' : 'uploaded',
      attempts: 0,
      error: '',
      nextTime: isLast ? null : now,
      ...(isLast && { usableTime: env === 1 ? now : now + IN_EFFECT_MS }),
    });
    // What did not arrive begins anew.
  } else await failed(its, found ? goodsSentences.notTaken : goodsSentences.noAnswer);
  return true;
};

/**
 * Keeps the goods at WeChat in step with what is sold. One worker at a time: WeChat runs one task and answers what became
 * of the last. Killed anywhere, it asks about what it has begun, and what never arrived begins anew.
 */
export const uploadGoods = async (until: number): Promise<{ moved: number }> => {
  const payment = await settingsOf('payment');
  let moved = 0;
  if (runsBeside() || !payment.virtual.enabled) return { moved };
  const { env, appKey } = await virtualSettings();
  const at = { env, key: appKey(env) };
  const wanted = await wantedNow(payment);
  await addMissing([...wanted.keys()]);
  const now = Date.now();
  const open = await goods.find(
    { nextTime: _.gt(0) },
    { sort: [['nextTime', 'asc']], limit: MOST },
  );
  // Packages first, as they are in `wanted`.
  const places = [...wanted.keys()];
  const waiting = open
    .filter(its => !isBegun(its) && its.nextTime! <= now)
    .toSorted((a, b) => places.indexOf(a._id) - places.indexOf(b._id));
  for (const its of [...open.filter(isBegun), ...waiting]) {
    const sold = wanted.get(its._id);
    if (!sold) {
      await goods.note(its._id, { state: steps[stepOf(its)].before, nextTime: null });
      continue;
    }
    if (Date.now() >= until || (isBegun(its) && its.nextTime! > now)) break;
    moved += 1;
    if (!(await (isBegun(its) ? ask(its, at) : start(its, sold, at)))) break;
  }
  return { moved };
};
