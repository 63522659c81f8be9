import { type Preset, type PresetParams, presetProblems } from '#contract/preset.ts';
import type { Template } from '#contract/template.ts';
import { _ } from '../_shared/base/cloud.ts';
import { report } from '../_shared/base/log.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { repository } from '../_shared/base/repository.ts';

const presets = repository<Preset>('templatePresets');
const PAGE = 200;

export const presetCount = (templateId: string) => presets.count({ templateId });

/**
 * After a change of the template's inputs, flags the presets that no longer fit, and unflags those that do. A note, so
 * no edit of a preset conflicts; a lost flag is corrected by the next change of the inputs or the preset.
 */
export const reviewPresets = async ({ _id, inputs }: Template): Promise<void> => {
  try {
    for (let last = '', more = true; more;) {
      const page = await presets.find(
        { templateId: _id, _id: _.gt(last) },
        { sort: [['_id', 'asc']], limit: PAGE },
      );
      await inParallel(page, async preset => {
        const problems = presetProblems(inputs, preset.params as PresetParams);
        const needsReview = Object.keys(problems).length > 0;
        if (needsReview !== preset.needsReview) await presets.note(preset._id, { needsReview });
      });
      last = page.at(-1)?._id ?? '';
      more = page.length === PAGE;
    }
  } catch (error) {
    report('presets not reviewed', error);
  }
};
