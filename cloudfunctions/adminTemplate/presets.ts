import { type PresetParams, presetProblems } from '#contract/preset.ts';
import type { Template } from '#contract/template.ts';
import { report } from '../_shared/base/log.ts';
import { pagesOf } from '../_shared/base/pages.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { presets } from '../_shared/templates/records.ts';

const PAGE = 200;

export const presetCount = (templateId: string) => presets.count({ templateId });

/**
 * After a change of the template's inputs, flags the presets that no longer fit, and unflags those that do. A note, so
 * no edit of a preset conflicts; a lost flag is corrected by the next change of the inputs or the preset.
 */
export const reviewPresets = async ({ _id, inputs }: Template): Promise<void> => {
  try {
    for await (const page of pagesOf(presets, { templateId: _id }, { limit: PAGE }))
      await inParallel(page, async preset => {
        const problems = presetProblems(inputs, preset.params as PresetParams);
        const needsReview = Object.keys(problems).length > 0;
        if (needsReview !== preset.needsReview) await presets.note(preset._id, { needsReview });
      });
  } catch (error) {
    report('presets not reviewed', error);
  }
};
