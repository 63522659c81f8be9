import {
  type Preset,
  presetActions,
  presetEntity,
  type PresetParams,
  presetProblems,
} from '#contract/preset.ts';
import { copySuffix, presetSentences, templateSentences } from '#contract/sentences/templates.ts';
import type { Template } from '#contract/template.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { ActionError, invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { newId, repository } from '../_shared/base/repository.ts';
import { makeDefault, type StoredPreset } from './makeDefault.ts';

const presets = crud(presetEntity, { unique: { name: presetSentences.nameTaken } });
const records = repository<StoredPreset>('templatePresets');
const templates = repository<Template>('templates');

const mustFit = (template: Template | null, params: PresetParams) => {
  if (!template) throw invalid({ templateId: templateSentences.chosenGone });
  const problems = presetProblems(template.inputs, params);
  if (Object.keys(problems).length > 0) throw invalid(problems);
};

/** A preset and its template; two reads, because only the preset names the template. */
const withTemplate = async (id: string) => {
  const found = await records.get(id);
  return [found, found && (await templates.get(found.templateId))] as const;
};

const COPIES = 20;

export const main = defineFunction('adminTemplatePreset', presetActions, {
  ...presets.handlers,

  createPreset: withLoad(
    ({ templateId }) => templates.get(templateId),
    async ({ idemKey, ...fields }, context, template) => {
      const complete = { ...presets.first, ...fields } as Preset;
      mustFit(template, complete.params);
      return presets.create({ ...complete, defaultOf: newId() }, context, idemKey);
    },
  ),

  updatePreset: withLoad(
    ({ id }) => withTemplate(id),
    async ({ id, updates: { rev, ...fields } }, context, [before, template]) => {
      if (before?.isDefault && fields.status === 'disabled') {
        throw stateNotAllowed(presetSentences.isDefault);
      }
      const params = fields.params ?? before?.params ?? {};
      // Unchanged values that do not fit may stay; new ones must fit.
      if (before && fields.params) mustFit(template, params as PresetParams);
      const needsReview = template
        ? Object.keys(presetProblems(template.inputs, params as PresetParams)).length > 0
        : true;
      return presets.update(id, rev, { ...fields, needsReview }, context, before);
    },
  ),

  setDefaultPreset: withLoad(
    ({ id }) => records.get(id),
    async ({ id }, context, before) => {
      if (!before) throw notFound();
      if (before.isDefault) return before;
      if (before.status !== 'enabled') throw stateNotAllowed(presetSentences.disabled);
      if (before.needsReview) throw stateNotAllowed(presetSentences.needsReview);
      return makeDefault(id, before.templateId, context);
    },
  ),

  copyPreset: withLoad(
    ({ id }) => records.get(id),
    async ({ idemKey }, context, original) => {
      if (!original) throw notFound();
      const { name, templateId, coverImage, params, prompt, negativePrompt, tags, sort } = original;
      const copy = { templateId, coverImage, params, prompt, negativePrompt, tags, sort };
      const needsReview = original.needsReview;
      for (let at = 1; ; at += 1) {
        const suffix = copySuffix(at);
        const called = [...name].slice(0, 30 - suffix.length).join('') + suffix;
        const fields = { ...presets.first, ...copy, needsReview, name: called } as Preset;
        try {
          return await presets.create({ ...fields, defaultOf: newId() }, context, idemKey);
        } catch (error) {
          if (!(error instanceof ActionError) || at >= COPIES) throw error;
        }
      }
    },
  ),
});
