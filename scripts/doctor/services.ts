import { dueBy } from '#cloudfunctions/_shared/base/due.ts';
import { progressOf } from '#cloudfunctions/_shared/base/progress.ts';
import { settingsOf } from '#cloudfunctions/_shared/base/settings.ts';
import { timerRunId } from '#cloudfunctions/_shared/base/timerRunId.ts';
import { forbiddenSales, virtualFaults } from '#cloudfunctions/_shared/orders/virtualFaults.ts';
import { accountStatus } from '#cloudfunctions/_shared/runningHub/client.ts';
import { accessOf, apiKeys, MOST_KEYS, withKeyState } from '#cloudfunctions/_shared/tasks/keys.ts';
import { tryPayment, tryVirtual } from '#cloudfunctions/adminSettings/probes.ts';
import { tryVideoService } from '#cloudfunctions/vodService/probe.ts';
import { probeSentences } from '#contract/sentences/settings.ts';
import { parseCron } from '#emulator/functions/cron.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { type Answer, fine, NOT_ON_LIST, unasked, wrong } from './answer.ts';
import { askPushAddress } from './site.ts';

/** A run is noted every ten minutes at most, and may be late. */
const LATE_MS = 30 * 60_000;

/** Whether the platform calls the functions by the clock. */
export const askTimers = async ({ release, versions }: Deployment): Promise<Answer> => {
  const now = Date.now();
  const deployed = versions.since ?? 0;
  const timers = release.functions.flatMap(({ name, timers: its }) =>
    its.map(({ name: timer, config }) => ({ name, timer, config })),
  );
  const seen = await Promise.all(
    timers.map(async ({ name, timer, config }) => {
      // A beat leaves nothing behind but that nothing is overdue.
      if (timer === 'beat') {
        const overdue = await dueBy(now - LATE_MS);
        return { label: `${name} ${timer}`, isSilent: overdue.length > 0 };
      }
      const { doneTime } = await progressOf(timerRunId(name, timer));
      // The last time it was due, early enough to be noted by now.
      const due = lastDue(config, now - LATE_MS);
      return { label: `${name} ${timer}`, isSilent: due > deployed && doneTime < due };
    }),
  );
  const silent = seen.filter(({ isSilent }) => isSilent).map(({ label }) => label);
  const question = 'Timers: do they fire?';
  if (silent.length === 0)
    return now - deployed < LATE_MS
      ? unasked(question, 'deployed less than half an hour ago', 'ask again later')
      : fine(question, `${timers.length} of ${timers.length}`);
  return wrong(
    question,
    `no run seen in time: ${silent.join(', ')}`,
    "look at the function's triggers and its log in the console: a run that fails is not noted",
  );
};

const DAY_MS = 86_400_000;

/** The last moment before `end` at which it was due; two days back at most. */
const lastDue = (config: string, end: number): number => {
  const { next } = parseCron(config);
  let last = 0;
  // Every few seconds: nearer to the end is enough.
  let step = next(end - 2 * DAY_MS) ?? end;
  const second = next(step) ?? end;
  if (second - step < DAY_MS / 4) step = next(end - DAY_MS / 4) ?? end;
  for (let at: number | null = step; at !== null && at <= end; at = next(at)) last = at;
  return last;
};

const verdictOn = (
  question: string,
  { ok, message }: { ok: boolean; message: string },
  advice: string,
): Answer => (ok ? fine(question, message) : wrong(question, message, advice));

/** Whether the services that the functions call answer, with the accounts of the settings. */
export const askPayment = async (): Promise<Answer> =>
  verdictOn(
    'WeChat Pay: does it answer?',
    await tryPayment(),
    'check the merchant in 系统设置 › 支付; the trial there says the same from inside the environment',
  );

/** Whether virtual goods are sold as WeChat wants, and whether that works. */
export const askVirtual = async (deployment: Deployment): Promise<Answer[]> => {
  const where = '系统设置 › 支付设置 › 虚拟支付 (docs/before-you-open.md)';
  const said = (question: string, faults: string[]) =>
    faults.length === 0 ? fine(question, 'yes') : wrong(question, faults.join('; '), where);
  const sales = said(
    'Virtual payment: is nothing sold by WeChat Pay that WeChat forbids?',
    await forbiddenSales(),
  );
  if (!(await settingsOf('payment')).virtual.enabled) return [sales];
  const faults = await virtualFaults();
  const settings = said('Virtual payment: are its settings right?', faults);
  if (faults.length > 0) return [sales, settings];
  const question = 'Virtual payment: does WeChat take its key?';
  const tried = await tryVirtual();
  const key =
    tried.message === probeSentences.virtualRefused(NOT_ON_LIST)
      ? unasked(
          question,
          `WeChat takes no calls from this machine (${NOT_ON_LIST})`,
          `测试虚拟支付 in ${where} asks from inside the environment`,
        )
      : verdictOn(question, tried, where);
  return [sales, settings, await askPushAddress(deployment), key];
};

export const askVideos = async (): Promise<Answer> =>
  verdictOn(
    'VOD: does it answer?',
    await tryVideoService(),
    'check VOD_SECRET_ID and VOD_SECRET_KEY, and 系统设置 › 视频',
  );

export const askGenerator = async (): Promise<Answer> => {
  const question = 'RunningHub: do its keys work?';
  const active = await apiKeys.find({ status: 'active' }, { limit: MOST_KEYS });
  if (active.length === 0)
    return wrong(question, 'there is no active key', 'add one on the page API Key管理');
  const damaged = active.filter(key => withKeyState(key).keyDamaged);
  const failed: string[] = [];
  for (const key of active) {
    try {
      await accountStatus(accessOf(key));
    } catch {
      failed.push(damaged.includes(key) ? `${key._id} (cannot be decrypted)` : key._id);
    }
  }
  return failed.length === 0
    ? fine(question, `${active.length} of ${active.length}`)
    : wrong(
        question,
        `${failed.length} of ${active.length} failed: ${failed.join(', ')}`,
        damaged.length > 0
          ? 'deploy with the APP_KEK_… they were encrypted with; if it is lost, enter them anew on the page API Key管理'
          : 'test them on the page API Key管理, which says why',
      );
};
