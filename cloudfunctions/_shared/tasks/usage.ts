import type { CollectionName } from '#contract/collections.ts';
import { dayOf } from '#contract/shanghai.ts';
import type { Template } from '#contract/template.ts';
import { _ } from '../base/cloud.ts';
import { reporting } from '../base/log.ts';
import { repository } from '../base/repository.ts';
import { count, countTemplate } from '../counting/counters.ts';
import { taskFigures, templateFigures } from '../counting/facts.ts';
import type { StoredUser } from '../users/ledger.ts';
import { logUser, type UserLogEntry } from '../users/userLog.ts';
import type { StoredTask } from './tasks.ts';
import { noteRun } from './templateHealth.ts';

/** @param isNew as far as is known. @returns whether it is the first entry of the day */
const addTo = async (
  collection: CollectionName,
  id: string,
  owner: Record<string, string>,
  figures: Record<string, number>,
  isNew = false,
): Promise<boolean> => {
  const days = repository(collection);
  const increments = Object.fromEntries(
    Object.entries(figures).map(([name, amount]) => [name, _.inc(amount)]),
  );
  if (!isNew && (await days.compareAndSet(id, {}, increments))) return false;
  if (await days.insertUnlessThere({ ...owner, ...figures }, id)) return true;
  await days.compareAndSet(id, {}, increments);
  return false;
};

const dayId = ({ userId, createTime }: StoredTask) => `${userId}_${dayOf(createTime)}`;

/** Whether the user has ended no task yet on the day of this one: asked before it ends. */
const isFirstOfDay = async (task: StoredTask): Promise<boolean> =>
  !(await repository('userUsageDaily').get(dayId(task)));

/** Counts an ended task for its user, its template and its key; a trial only for what it cost. Never throws. */
export const countUsage = async (task: StoredTask, isFirst = false): Promise<void> => {
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
  const asUser = async () => {
    const wasFirst = await addTo('userUsageDaily', dayId(task), owner, figures, isFirst);
    if (wasFirst !== isFirst) await count(task.createTime, { activeUsers: wasFirst ? 1 : -1 });
  };
  const isActive = isFirst && !task.isTrial;
  await Promise.all([
    ...(task.isTrial ? [] : [asUser()]),
    count(task.createTime, { ...taskFigures(task), ...(isActive && { activeUsers: 1 }) }),
    countTemplate(task.createTime, templateFigures(task), {
      [task.templateId]: task.templateSnap.name,
    }),
    ...(task.apiKeyId ? [addTo('apiKeyUsageDaily', `${task.apiKeyId}_${day}`, key, figures)] : []),
  ]).catch(reporting('usage not counted'));
};

/**
 * What is written beside the end of a task: its figures, and the log of its user.
 * @param seen the task before it ends; what counting needs is read then
 * @param template that of the task, as far as it is read
 */
export const besideEnd = (seen: StoredTask, template?: Promise<Template | null>) => {
  const first = isFirstOfDay(seen).catch(() => false);
  const about = { type: 'task', refType: 'task', refId: seen._id } as const;
  return async (
    task: StoredTask,
    user: StoredUser | null,
    entry: Pick<UserLogEntry, 'title' | 'detail' | 'operator'>,
  ) => {
    const logged = user && logUser(user, { ...about, ...entry });
    await Promise.all([countUsage(task, await first), noteRun(task, template), logged]);
  };
};
