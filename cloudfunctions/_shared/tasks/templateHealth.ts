import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Template } from '#contract/template.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { report } from '../base/log.ts';
import { inTransaction } from '../base/transaction.ts';
import { alertAdmins } from '../messages/outbox.ts';
import { templates } from '../templates/records.ts';
import type { StoredTask } from './tasks.ts';

/** The share of the last task in the average. */
const WEIGHT = 0.1;

const afterSuccess = ({ averageSec: before = 0 }: Template, costSec: number) => {
  const averageSec = before > 0 ? before + WEIGHT * (costSec - before) : costSec;
  return { averageSec: Math.round(averageSec * 10) / 10, refusedInARow: 0 };
};

/**
 * A task of the template has ended: how often it has worked, and how long it takes. Never throws.
 * @param known the template, as far as it was read before
 */
export const noteRun = async (
  { templateId, status, costSec, isTrial }: StoredTask,
  known?: Promise<Template | null>,
): Promise<void> => {
  const hasSucceeded = status === 'succeeded';
  if (!hasSucceeded && (isTrial || status === 'cancelled')) return;
  const counted = hasSucceeded ? 'stats.successCount' : 'stats.failCount';
  try {
    const template = hasSucceeded ? await (known ?? templates.get(templateId)) : null;
    await templates.note(templateId, {
      ...(template && afterSuccess(template, costSec)),
      ...(!isTrial && { 'stats.useCount': _.inc(1), [counted]: _.inc(1) }),
    });
  } catch (error) {
    report('run of a template not noted', error, templateId);
  }
};

/** Refusals of a workflow in a row after which its template goes offline. */
const REFUSED_IN_A_ROW = 3;

/** The provider refuses the workflow itself: nobody's photo can change that. */
export const countRefusedWorkflow = async (templateId: string, by: Actor): Promise<void> => {
  await templates.note(templateId, { refusedInARow: _.inc(1) });
  await inTransaction(async transaction => {
    const before = await transaction.get<Template>('templates', templateId);
    if (before?.status !== 'online' || before.refusedInARow < REFUSED_IN_A_ROW) return;
    const reason = taskSentences.workflowRefused;
    const patch = { status: 'offline' as const, refusedInARow: 0 };
    const after = await transaction.change('templates', before, patch, {
      by,
      resource: 'template',
      keepAuthor: true,
      reason,
      before: { status: before.status },
      after: { status: patch.status },
    });
    await alertAdmins(transaction, {
      event: 'taskFailures',
      key: `${templateId}_${after.rev}`,
      values: { name: before.name, reason },
      path: `templates/edit/${templateId}`,
    });
  });
};
