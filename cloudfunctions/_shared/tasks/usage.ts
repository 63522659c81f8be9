import type { CollectionName } from '#contract/collections.ts';
import { dayOf } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { reporting } from '../base/log.ts';
import { repository } from '../base/repository.ts';
import { count, countTemplate } from '../counting/counters.ts';
import { taskFigures, templateFigures } from '../counting/facts.ts';
import type { StoredTask } from './tasks.ts';

/** @returns whether it is the first entry of the day */
const addTo = async (
  collection: CollectionName,
  id: string,
  owner: Record<string, string>,
  figures: Record<string, number>,
): Promise<boolean> => {
  const days = repository(collection);
  const increments = Object.fromEntries(
    Object.entries(figures).map(([name, amount]) => [name, _.inc(amount)]),
  );
  if (await days.compareAndSet(id, {}, increments)) return false;
  if (await days.insertUnlessThere({ ...owner, ...figures }, id)) return true;
  await days.compareAndSet(id, {}, increments);
  return false;
};

/** Counts an ended task for its user, its template and its key; a trial only for what it cost. Never throws. */
export const countUsage = async (task: StoredTask): Promise<void> => {
  const day = dayOf(task.createTime);
  const success = task.status === 'succeeded' ? 1 : 0;
  const figures = {
    tasks: 1,
    success,
    fail: 1 - success,
    credits: task.isRefunded ? 0 : task.costCredits,
    coins: task.coins,
    seconds: task.costSec,
  };
  const owner = { userId: task.userId, openid: task.openid, day };
  const key = { apiKeyId: task.apiKeyId, day };
  await Promise.all([
    ...(task.isTrial
      ? [count(task.createTime, taskFigures(task))]
      : [
          addTo('userUsageDaily', `${task.userId}_${day}`, owner, figures).then(isFirst =>
            count(task.createTime, { ...taskFigures(task), ...(isFirst && { activeUsers: 1 }) }),
          ),
        ]),
    countTemplate(task.createTime, templateFigures(task), {
      [task.templateId]: task.templateSnap.name,
    }),
    ...(task.apiKeyId ? [addTo('apiKeyUsageDaily', `${task.apiKeyId}_${day}`, key, figures)] : []),
  ]).catch(reporting('usage not counted'));
};
