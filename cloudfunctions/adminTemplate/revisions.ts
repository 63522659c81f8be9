import { templateSentences } from '#contract/sentences/templates.ts';
import { type Template, templateEntity } from '#contract/template.ts';
import { revisionsOf } from '../_shared/base/revisions.ts';
import { reviewPresets } from './presets.ts';
import { followingFrom, offlineIfBroken, templates } from './templates.ts';

export const revisions = revisionsOf<Template>(templateEntity, {
  consequences: async (template, values) =>
    'status' in offlineIfBroken(template, values)
      ? { warning: templateSentences.revisionGoesOffline }
      : {},
  write: async (template, values, context) => {
    const restored = { ...values, ...followingFrom(template, values) };
    const written = await templates.update(template._id, template.rev, restored, context, template);
    if (values.inputs) await reviewPresets(written);
    return written;
  },
});
