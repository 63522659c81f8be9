import type { Preset } from '#contract/preset.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { type Template, templateEntity } from '#contract/template.ts';
import { missingToRun } from '#contract/templatePublishing.ts';
import { stateNotAllowed } from '../base/errors.ts';

/**
 * A template and a preset as visitors may use them.
 * @param presetId '' for none
 * @throws 40902 for one that is not offered
 */
export const offered = (
  found: Template | null,
  preset: Preset | null,
  presetId: string,
): { template: Template; preset: Preset | null } => {
  // Older records do not have every field.
  const template = templateEntity.record.safeParse(found).data;
  if (template?.status !== 'online' || Object.keys(missingToRun(template)).length > 0)
    throw stateNotAllowed(taskSentences.templateGone);
  const isOffered =
    preset?.status === 'enabled' && preset.templateId === template._id && !preset.needsReview;
  if (presetId && !isOffered) throw stateNotAllowed(taskSentences.presetGone);
  return { template, preset };
};
