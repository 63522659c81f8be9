import type { Template } from '#contract/template.ts';
import { triedFields } from '#contract/templatePublishing.ts';
import { hashOf } from '../base/ids.ts';
import type { Transaction } from '../base/transaction.ts';
import type { StoredTask } from './tasks.ts';

/** Shows whether anything has changed that decides whether a template runs. A missing field is written as null. */
export const triedHash = (template: Template): string =>
  hashOf([JSON.stringify(triedFields.map(field => template[field]))], 32);

/**
 * A trial has ended: noted at its template in the transaction that ends it, without raising the template's version. A
 * success with an older workflow does not count for publishing.
 */
export const noteTrial = async (transaction: Transaction, task: StoredTask): Promise<void> => {
  if (!task.isTrial) return;
  const { _id: taskId, templateId, costSec, coins } = task;
  const template = await transaction.get<Template>('templates', templateId);
  if (!template) return;
  const succeeded = task.status === 'succeeded';
  await transaction.note('templates', templateId, {
    lastTrial: { taskId, time: transaction.now, succeeded, costSec, coins },
    ...(succeeded && triedHash(template) === task.triedHash && { trialPassed: true }),
  });
};
