import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Template } from '#contract/template.ts';
import type { Actor } from '../base/actor.ts';
import { changeRecord } from '../base/changeRecord.ts';
import { _ } from '../base/cloud.ts';
import { repository } from '../base/repository.ts';

const templates = repository<Template>('templates');

/** Refusals of a workflow in a row after which its template goes offline. */
const REFUSED_IN_A_ROW = 3;

/** The provider refuses the workflow itself: nobody's photo can change that. */
export const countRefusedWorkflow = async (templateId: string, by: Actor): Promise<void> => {
  await templates.note(templateId, { refusedInARow: _.inc(1) });
  const template = await templates.get(templateId);
  if (!template || template.status !== 'online' || template.refusedInARow < REFUSED_IN_A_ROW)
    return;
  await changeRecord(
    templates,
    template,
    { status: 'online' },
    { status: 'offline', refusedInARow: 0 },
    {
      by,
      resource: 'template',
      keepAuthor: true,
      adminName: by.name,
      reason: taskSentences.workflowRefused,
      before: { status: 'online' },
      after: { status: 'offline' },
    },
  );
};
