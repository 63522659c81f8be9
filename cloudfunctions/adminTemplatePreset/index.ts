import {
  type Preset,
  presetDefaults,
  type PresetParams,
  presetProblems,
  presetActions,
} from '#contract/preset.ts';
import type { Template } from '#contract/template.ts';
import { crud } from '../_shared/crud.ts';
import { defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { ActionError, invalid, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { newId, repository } from '../_shared/repository.ts';
import { gramsOf } from '../_shared/search.ts';
import { makeDefault } from './makeDefault.ts';

/** `defaultOf` is the template's id for the default preset and the preset's own id otherwise; it is unique. */
export interface StoredPreset extends Preset {
  defaultOf: string;
  grams: string[];
}

const presets = crud<StoredPreset>({
  collection: 'templatePresets',
  resource: 'preset',
  defaultSort: [
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  stateField: 'status',
  states: ['enabled', 'disabled'],
  searchField: 'name',
  unique: { name: '该模板已有同名预设' },
  derive: ({ name }) => (name === undefined ? {} : { grams: gramsOf(name) }),
  fileFields: ['coverImage'],
});
const { records } = presets;
const templates = repository<Template>('templates');

const mustFit = (template: Template | null, params: PresetParams) => {
  if (!template) throw invalid({ templateId: '所选模板已不存在，请重新选择' });
  const problems = presetProblems(template.inputs, params);
  if (Object.keys(problems).length > 0) throw invalid(problems);
};

/** A preset and its template; two reads, because only the preset names the template. */
const withTemplate = async (id: string) => {
  const preset = await records.get(id);
  return [preset, preset && (await templates.get(preset.templateId))] as const;
};

const fresh = () => ({ isDefault: false, needsReview: false, useCount: 0, defaultOf: newId() });

const COPIES = 20;

export const main = defineFunction('adminTemplatePreset', presetActions, {
  getPresets: request => presets.list(request),

  getPresetById: ({ id }) => records.require(id),

  createPreset: withLoad(
    ({ templateId }) => templates.get(templateId),
    async ({ idemKey, ...fields }, context, template) => {
      const complete = { ...presetDefaults, ...fields };
      mustFit(template, complete.params);
      return presets.create({ ...complete, ...fresh(), grams: [] }, context, idemKey);
    },
  ),

  updatePreset: withLoad(
    ({ id }) => withTemplate(id),
    async ({ id, updates: { rev, ...fields } }, context, [before, template]) => {
      if (before?.isDefault && fields.status === 'disabled') {
        throw stateNotAllowed('默认预设不能停用，请先将其他预设设为默认');
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

  deletePreset: withLoad(
    ({ id }) => records.get(id),
    ({ id, rev }, context, before) => presets.remove(id, rev, context, before),
  ),

  setDefaultPreset: withLoad(
    ({ id }) => records.get(id),
    async ({ id }, context, before) => {
      if (!before) throw notFound();
      if (before.isDefault) return before;
      if (before.status !== 'enabled') throw stateNotAllowed('停用的预设不能设为默认');
      if (before.needsReview) throw stateNotAllowed('该预设与模板的输入项不符，请先修改');
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
        const suffix = at === 1 ? ' 副本' : ` 副本${at}`;
        const called = [...name].slice(0, 30 - suffix.length).join('') + suffix;
        const fields = {
          ...copy,
          ...fresh(),
          needsReview,
          name: called,
          status: 'enabled' as const,
        };
        try {
          return await presets.create({ ...fields, grams: [] }, context, idemKey);
        } catch (error) {
          if (!(error instanceof ActionError) || at >= COPIES) throw error;
        }
      }
    },
  ),
});
