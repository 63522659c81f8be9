import { codes } from '#contract/envelope.ts';
import type { Preset } from '#contract/preset.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import type { Template } from '#contract/template.ts';
import type { TaskInputs } from '#contract/visitorTask.ts';
import { countAll, type Limit, type TakeBack, withCounters } from '../base/attempts.ts';
import type { Caller } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { ActionError, stateNotAllowed } from '../base/errors.ts';
import { idFromKey } from '../base/ids.ts';
import { lockOfUser } from '../base/locks.ts';
import { together } from '../base/parallel.ts';
import { intended, type Keyed, madeBefore } from '../base/repeats.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import { countUse } from '../counting/uses.ts';
import { presets, templates } from '../templates/records.ts';
import { checkPhotoConsent, checkTerms, currentVersions } from '../users/consents.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import { isMember } from '../users/membership.ts';
import { limitOf } from '../users/networkLimits.ts';
import { notOpenFor } from '../users/opening.ts';
import { ownPhotos } from '../users/ownPhotos.ts';
import { admitted, visitorSeen, visitorUser } from '../users/visitorUser.ts';
import { worthOf } from '../users/worth.ts';
import { lastTurn, takeTurn } from './addressTurns.ts';
import { isBudgetSpent } from './budget.ts';
import { newTask } from './newTask.ts';
import { offered } from './offered.ts';
import { checkPhotos } from './photos.ts';
import { planInputs, type PlannedInputs } from './plan.ts';
import { inLane, type Lane, laneFor, nextTurn } from './rank.ts';
import { hasUsableKey, usablePools } from './service.ts';
import { canPay, holdPostings, splitCost, type StoredTask, tasks } from './tasks.ts';

export interface Offer {
  user: StoredUser;
  template: Template;
  preset: Preset | null;
  general: Settings<'general'>;
  system: Settings<'system'>;
  /** Why no task can be started now; '' for none. */
  refusal: string;
  /** Why none of the lane of free tasks can be started now. */
  stop: string;
  freeLeft: number;
  costCredits: number;
  lane: Lane;
}

const freeUsed = ({ freeTasks }: StoredUser, day: string) =>
  freeTasks?.day === day ? freeTasks.used : 0;

const refusalOf = (
  caller: Caller,
  user: StoredUser,
  template: Template,
  pools: string[],
  general: Settings<'general'>,
  now: number,
): string => {
  const closed = notOpenFor(caller, general);
  if (closed) return closed;
  if (!hasUsableKey(template, pools)) return taskSentences.suspended;
  if (template.vipOnly && !isMember(user, now)) return taskSentences.membersOnly;
  return '';
};

/**
 * What a task with this template would cost the caller now, and whether it can be started.
 * @throws 40902 for a template or preset that is not offered
 */
export const offerOf = async (
  { templateId, presetId }: { templateId: string; presetId?: string | undefined },
  caller: Caller,
): Promise<Offer> => {
  const [user, found, foundPreset, pools, general, system] = await Promise.all([
    visitorSeen(caller),
    templates.get(templateId),
    presetId ? presets.get(presetId) : null,
    usablePools(),
    settingsOf('general'),
    settingsOf('system'),
  ]);
  const now = Date.now();
  const { template, preset } = offered(found, foundPreset, presetId ?? '');
  const freeLeft = Math.max(0, general.dailyFreeTasks - freeUsed(user, dayOf(now)));
  const costCredits = freeLeft > 0 ? 0 : template.costCredits;
  const lane = laneFor(user, { usual: template.costCredits, now: costCredits }, now);
  const isStopped = lane === 'free' && (await isBudgetSpent(system, now));
  return {
    user,
    template,
    preset,
    general,
    system,
    freeLeft,
    costCredits,
    lane,
    stop: isStopped ? taskSentences.budgetSpent : '',
    refusal: refusalOf(caller, user, template, pools, general, now),
  };
};

/**
 * What a task is made with, checked: its values, that the photos are the caller's, and the consent to them. Database
 * round trips: 1.
 * @throws 40001 beside the inputs, 40902
 */
export const checkedInputs = async (
  { user, template, preset }: Offer,
  inputs: TaskInputs,
): Promise<PlannedInputs> => {
  const planned = planInputs(template, preset, inputs);
  const paths = planned.photos.map(({ filePath }) => filePath);
  const [photos, current, general, compliance] = await Promise.all([
    ownPhotos(paths, () => Promise.resolve(user._id)),
    currentVersions(),
    settingsOf('general'),
    settingsOf('compliance'),
  ]);
  checkPhotos(planned, photos);
  // Who is asked for the consent to photos is asked for the rest with it.
  if (planned.photos.length > 0) checkPhotoConsent(user, current, compliance);
  checkTerms(user, general, compliance);
  return planned;
};

/**
 * Anonymous visitors have a quota each, and all visitors of one address together; who pays from another than an anonymous
 * account does not count.
 */
const taskLimits = (caller: Caller, { user, costCredits, system }: Offer): Limit[] => {
  if (!caller.isAnonymous && costCredits > user.credits.gift) return [];
  const { anonymousDaily, addressDaily } = system.task;
  const { anonymousLimit, addressLimit } = taskSentences;
  const ofAddress: Limit = [...limitOf(caller, 'tasks', addressDaily), DAY_MS, addressLimit];
  if (!caller.isAnonymous) return [ofAddress];
  return [[`tasks ${user.openid}`, anonymousDaily, DAY_MS, anonymousLimit], ofAddress];
};

interface Wish extends Keyed {
  templateId: string;
  presetId?: string | undefined;
  inputs: TaskInputs;
  expectCredits?: number | undefined;
}

const begin = async (
  transaction: Transaction,
  _id: string,
  userId: string,
  offer: Offer,
  planned: PlannedInputs,
  turns: { next: number; own: number },
  wish: Wish,
): Promise<{ task: StoredTask; isNew: boolean }> => {
  const { now } = transaction;
  const { template, preset, general, system, lane } = offer;
  const first = await transaction.getIfRepeated<StoredTask>('tasks', _id);
  if (first) return { task: madeBefore(first, wish), isNew: false };
  const user = await transaction.require<StoredUser>('users', userId);
  admitted(user);
  const active = user.activeTasks ?? [];
  const { maxPerUser } = system.task;
  if (active.length >= maxPerUser) throw stateNotAllowed(taskSentences.tooManyRunning(maxPerUser));
  const day = dayOf(now);
  const used = freeUsed(user, day);
  const isFree = used < general.dailyFreeTasks;
  const costCredits = isFree ? 0 : template.costCredits;
  const { expectCredits } = wish;
  if (expectCredits !== undefined && expectCredits !== costCredits)
    throw stateNotAllowed(taskSentences.costChanged, { costCredits });
  if (!canPay(costCredits, user.credits))
    throw stateNotAllowed(taskSentences.notEnoughCredits, { costCredits });
  const held = splitCost(costCredits, user.credits);
  const costs = {
    costCredits,
    held,
    valueFen: worthOf(user, held.paid),
    isFree,
    freeDay: isFree ? day : '',
    isTrial: false,
  };
  const owner = { userId: user._id, openid: user.openid, by: taskSentences.user };
  const ordered = { template, preset, planned, limits: system.task };
  const turn = Math.max(turns.own, turns.next + active.length);
  const place = { lane, turn };
  const task = { ...newTask(_id, ordered, owner, costs, place, transaction), ...intended(wish) };
  const patch = {
    activeTasks: [...active, _id],
    lastActiveTime: now,
    ...(isFree && { freeTasks: { day, used: used + 1 } }),
  };
  await post(transaction, user, holdPostings(task), { patch });
  transaction.due('tasks');
  return { task: await transaction.insert('tasks', task), isNew: true };
};

/** Takes the credits and stores the task, or neither; the engine does the rest. */
export const createTask = async (wish: Wish, caller: Caller): Promise<StoredTask> => {
  const offer = await offerOf(wish, caller);
  const { template, lane, user: seen } = offer;
  const idOf = (userId: string) => `task_${idFromKey(wish.idemKey, ['task', userId])}`;
  const pool = template.apiKeyPool;
  const { ip } = caller;
  const preparing = Promise.all([
    checkedInputs(offer, wish.inputs),
    withCounters(taskLimits(caller, offer)),
    tasks.count({ status: 'queued', pool, rank: inLane(lane) }, environment.TASK_QUEUE_MOST),
    nextTurn(pool, lane),
    lane === 'free' ? lastTurn(pool, ip) : null,
  ]);
  const earlier = wish.idemKey ? tasks.get(idOf(seen._id)) : Promise.resolve(null);
  const first = await together(earlier, Promise.allSettled([preparing]));
  if (first) return madeBefore(first, wish);
  const refusal = offer.refusal || offer.stop;
  if (refusal) throw stateNotAllowed(refusal);
  const [planned, limits, waiting, next, ofAddress] = await preparing;
  if (waiting >= environment.TASK_QUEUE_MOST)
    throw new ActionError(codes.tooOften, taskSentences.queueFull);
  const taken: TakeBack[] = [];
  const takeBack = () => Promise.all(taken.map(giveBack => giveBack()));
  const turns = { next, own: next };
  const take = async () => {
    taken.push(await countAll(limits));
    if (lane !== 'free') return;
    const { turn, giveBack } = await takeTurn(pool, ip, next, ofAddress);
    taken.push(giveBack);
    turns.own = turn;
  };
  const taking = take();
  taking.catch(() => undefined);
  try {
    // An account begins once that is counted; a transaction does meanwhile.
    if (seen._id === '') await taking;
    const user = await visitorUser(caller, seen);
    const _id = idOf(user._id);
    const store = async (transaction: Transaction) => {
      await taking;
      return begin(transaction, _id, user._id, offer, planned, turns, wish);
    };
    const { task, isNew } = await inTransaction(store, {
      known: [known('users', user._id, user, ['status'])],
      locks: [lockOfUser(user._id)],
      beside: async begun => {
        if (offer.preset && begun.isNew) await countUse('templatePresets', offer.preset._id);
      },
    });
    if (!isNew) await takeBack();
    return task;
  } catch (error) {
    await Promise.allSettled([taking]);
    await takeBack();
    throw error;
  }
};
