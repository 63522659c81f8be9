import type { VisitorTask } from '#contract/visitorTask.ts';
import { goTo, templateAddress } from '../location.ts';
import { draftOfTask, keepDraft } from '../making/draft.ts';

/** To the form of the template, with the same content filled in. */
export const makeAgain = (task: VisitorTask): void => {
  keepDraft(task.templateId, draftOfTask(task));
  goTo(templateAddress(task.templateId));
};
