import { taskSentences } from '#contract/sentences/tasks.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import {
  activeTaskStatuses,
  isActiveTask,
  type TaskStatus,
  taskStatuses,
  withdrawableTaskStatuses,
} from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import { appTaskActions, type VisitorTask } from '#contract/visitorTask.ts';
import { visitorActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import type { Query } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { envIn, paysVirtually, usableNow } from '../_shared/orders/goods.ts';
import { createTask, offerOf } from '../_shared/tasks/create.ts';
import { endTask } from '../_shared/tasks/end.ts';
import { eraseTask } from '../_shared/tasks/erase.ts';
import { type StoredTask, tasks } from '../_shared/tasks/tasks.ts';
import { aheadOf, progressOf, withQueue } from '../_shared/tasks/waiting.ts';
import { openidOf } from '../_shared/users/visitorUser.ts';

const resultDays = async () => (await settingsOf('system')).retention.resultDays;

/** A task as its owner sees it. @param daysKept how long its pictures are kept; asked for where there are some */
const visitorView = async (
  task: StoredTask,
  daysKept: () => number | Promise<number> = resultDays,
): Promise<VisitorTask> => {
  const { finishTime, outputs, erasedTime, templateSnap, plan } = task;
  const isKept = finishTime !== null && outputs.length > 0 && erasedTime === null;
  return {
    ...(await withQueue(task)),
    errorText: task.userNote || task.errorText,
    outputs: isActiveTask(task.status) ? [] : outputs,
    templateName: templateSnap.name,
    averageSec: plan.averageSec,
    progress: progressOf(task),
    removed: task.removed ?? [],
    expireTime: isKept ? finishTime + (await daysKept()) * DAY_MS : null,
  };
};

const list = listing<StoredTask>({ collection: 'tasks' });

/** Other users' tasks, and deleted ones, are answered as missing. */
const own = async (id: string, openid: string): Promise<StoredTask> => {
  const found = await tasks.get(id);
  if (found?.visibleTo !== openid) throw notFound();
  return found;
};

const MOST_TRIES = 5;

const all = Object.keys(taskStatuses) as TaskStatus[];
const groups: Record<string, TaskStatus[]> = {
  active: activeTaskStatuses,
  succeeded: ['succeeded'],
  failed: ['failed', 'timeout', 'cancelled'],
};

/** Sets the rating of a task, or takes it back with null, and the average of its template: both or neither. */
const rate = (id: string, rating: number | null): Promise<StoredTask> =>
  inTransaction(async transaction => {
    const task = await transaction.require<StoredTask>('tasks', id);
    const counted = task.ratedStars ?? null;
    if (task.rating === rating && counted === rating) return task;
    const template = await transaction.get<Template>('templates', task.templateId);
    if (template) {
      const { ratingCount = 0, ratingSum = 0 } = template;
      const count = ratingCount + Number(rating !== null) - Number(counted !== null);
      const sum = ratingSum + (rating ?? 0) - (counted ?? 0);
      await transaction.note('templates', template._id, {
        ratingCount: count,
        ratingSum: sum,
        ratingAverage: count > 0 ? Math.round((sum / count) * 100) / 100 : null,
      });
    }
    return transaction.change('tasks', task, { rating, ratedStars: rating });
  });

export const main = defineFunction('appTask', appTaskActions, {
  quote: async (about, context) => {
    const [offer, payment] = await Promise.all([offerOf(about, context), settingsOf('payment')]);
    const { user, template, system } = offer;
    const { virtual, wxpay } = payment;
    const { _id, priceFen } = template;
    const isSold = async () =>
      paysVirtually(openidOf(context), virtual)
        ? (await usableNow([{ _id, priceFen: priceFen ?? 0 }], envIn(virtual))).has(_id)
        : wxpay.enabled;
    return {
      ...offer,
      credits: user.credits,
      running: user.activeTasks?.length ?? 0,
      mostRunning: system.task.maxPerUser,
      averageSec: template.averageSec,
      priceFen: priceFen && (await isSold()) ? priceFen : null,
      queueAhead: await aheadOf(offer, context),
    };
  },

  createTask: async (wish, context) => visitorView(await createTask(wish, context)),

  getTask: async ({ id }, context) => visitorView(await own(id, openidOf(context))),

  getTasks: async ({ filter, ...request }, context) => {
    const group = filter?.group;
    const query: Query = {
      visibleTo: openidOf(context),
      status: _.in(group ? groups[group]! : all),
    };
    const [page, days] = await Promise.all([list(request, query), resultDays()]);
    const views = page.list.map(task => visitorView(task, () => days));
    return { ...page, list: await Promise.all(views) };
  },

  cancelTask: async ({ id }, context) => {
    let task = await own(id, openidOf(context));
    const ending = { status: 'cancelled', errorCode: 'CANCELLED' } as const;
    const by = visitorActor(context);
    // Only as it was seen: what has begun meanwhile cannot be cancelled.
    for (let tries = 0; withdrawableTaskStatuses.includes(task.status); tries += 1) {
      if (tries === MOST_TRIES) break;
      task = await endTask(task, ending, by, task);
    }
    if (task.status !== 'cancelled') throw stateNotAllowed(taskSentences.notWaiting);
    return visitorView(task);
  },

  deleteTasks: async ({ ids }, context) => {
    const visibleTo = openidOf(context);
    const found = await tasks.find({ _id: _.in(ids), visibleTo }, { limit: ids.length });
    const ended = found.filter(({ status }) => !isActiveTask(status));
    for (const task of ended) await eraseTask(task, { visibleTo: '' });
    return { deleted: ended.map(({ _id }) => _id) };
  },

  rateTask: async ({ id, rating }, context) => {
    const task = await own(id, openidOf(context));
    if (task.status !== 'succeeded') throw stateNotAllowed(taskSentences.notRateable);
    return visitorView(await rate(id, rating));
  },
});
