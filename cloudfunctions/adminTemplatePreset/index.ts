import { cutText } from '#contract/cut.ts';
import {
  type Preset,
  presetActions,
  presetEntity,
  type PresetParams,
  presetProblems,
} from '#contract/preset.ts';
import { copySuffix, presetSentences, templateSentences } from '#contract/sentences/templates.ts';
import type { Template } from '#contract/template.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { crud } from '../_shared/base/crud.ts';
import {
  type AdminContext,
  defineFunction,
  onRecord,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { ActionError, invalid, isDuplicate, stateNotAllowed } from '../_shared/base/errors.ts';
import { newId, repository } from '../_shared/base/repository.ts';
import { revisionsOf } from '../_shared/base/revisions.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { templates } from '../_shared/templates/records.ts';

/** `defaultOf` is the template's id for the default preset and the preset's own id otherwise; it is unique. */
interface StoredPreset extends Preset {
  defaultOf: string;
  grams: string[];
}

const presets = crud(presetEntity, { unique: { name: presetSentences.nameTaken } });
const records = repository<StoredPreset>('templatePresets');
const TRIES = 5;

/**
 * Replaces the default in one transaction. A concurrent change conflicts on the unique `defaultOf` and is repeated: the
 * last one wins, and there is never more than one default.
 */
const makeDefault = async (
  id: string,
  templateId: string,
  context: AdminContext,
): Promise<StoredPreset> => {
  const by = await actorOf(context);
  for (let tries = 1; ; tries += 1) {
    const [former] = await records.find({ defaultOf: templateId }, { limit: 1 });
    try {
      return await inTransaction(async transaction => {
        const preset = await transaction.require<StoredPreset>('templatePresets', id);
        if (preset.status !== 'enabled') throw stateNotAllowed(presetSentences.disabled);
        const old = former && (await transaction.get<StoredPreset>('templatePresets', former._id));
        if (old?.isDefault && old._id !== id) {
          const steppedDown = { isDefault: false, defaultOf: old._id };
          await transaction.change('templatePresets', old, steppedDown);
        }
        const patch = { isDefault: true, defaultOf: templateId };
        return transaction.change('templatePresets', preset, patch, {
          by,
          resource: 'preset',
          before: { isDefault: false, formerDefault: former?._id ?? '' },
          after: { isDefault: true, formerDefault: '' },
        });
      });
    } catch (error) {
      if (!isDuplicate(error) || tries >= TRIES) throw error;
    }
  }
};

const mustFit = (template: Template | null, params: PresetParams) => {
  if (!template) throw invalid({ templateId: templateSentences.chosenGone });
  const problems = presetProblems(template.inputs, params);
  if (!isEmpty(problems)) throw invalid(problems);
};
const isEmpty = (problems: object) => Object.keys(problems).length === 0;

/** A preset and its template; two reads, because only the preset names the template. */
const withTemplate = async (id: string) => {
  const found = await records.get(id);
  return [found, found && (await templates.get(found.templateId))] as const;
};

const COPIES = 20;

/** What is written for these fields. */
const following = (template: Template | null, fields: Partial<Preset>, before: Preset | null) => {
  const params = (fields.params ?? before?.params ?? {}) as PresetParams;
  const needsReview = !template || !isEmpty(presetProblems(template.inputs, params));
  return { ...fields, needsReview };
};

/** Whether a preset is in use stays: it is no part of its content. */
const revisions = revisionsOf<StoredPreset>(presetEntity, {
  except: ['templateId', 'status'],
  consequences: async ({ templateId }, { params }) => {
    if (!params) return {};
    const template = await templates.get(templateId);
    const fits = template && isEmpty(presetProblems(template.inputs, params as PresetParams));
    return fits ? {} : { refusal: presetSentences.revisionUnfit };
  },
  write: async (preset, values, context) => {
    const template = await templates.get(preset.templateId);
    const set = following(template, values, preset);
    return (await presets.update(preset._id, preset.rev, set, context, preset)) as StoredPreset;
  },
});

export const main = defineFunction('adminTemplatePreset', presetActions, {
  ...presets.handlers,

  createPreset: withLoad(
    ({ templateId }) => templates.get(templateId),
    async (request, context, template) => {
      const { idemKey: _key, ...fields } = request;
      const complete = { ...presets.first, ...fields } as Preset;
      mustFit(template, complete.params);
      return presets.create({ ...complete, defaultOf: newId() }, context, request);
    },
  ),

  updatePreset: withLoad(
    ({ id }) => withTemplate(id),
    async ({ id, updates: { rev, ...fields } }, context, [before, template]) => {
      if (before?.isDefault && fields.status === 'disabled') {
        throw stateNotAllowed(presetSentences.isDefault);
      }
      // Unchanged values that do not fit may stay; new ones must fit.
      if (before && fields.params) mustFit(template, fields.params);
      const set = following(template, fields as Partial<Preset>, before);
      return presets.update(id, rev, set, context, before);
    },
  ),

  setDefaultPreset: onRecord(records, async ({ id }, context, before) => {
    if (before.isDefault) return before;
    if (before.status !== 'enabled') throw stateNotAllowed(presetSentences.disabled);
    if (before.needsReview) throw stateNotAllowed(presetSentences.needsReview);
    return makeDefault(id, before.templateId, context);
  }),

  copyPreset: onRecord(records, async (request, context, original) => {
    const { name, templateId, coverImage, params, prompt, negativePrompt, tags, sort } = original;
    const copy = { templateId, coverImage, params, prompt, negativePrompt, tags, sort };
    const needsReview = original.needsReview;
    for (let at = 1; ; at += 1) {
      const suffix = copySuffix(at);
      const called = cutText(name, 30 - suffix.length) + suffix;
      const fields = { ...presets.first, ...copy, needsReview, name: called } as Preset;
      try {
        return await presets.create({ ...fields, defaultOf: newId() }, context, request);
      } catch (error) {
        if (!(error instanceof ActionError) || at >= COPIES) throw error;
      }
    }
  }),

  getRevisions: revisions.list,

  getRevisionChanges: async revision => revisions.changes(await revisions.load(revision)),

  restoreRevision: withLoad(revisions.load, revisions.restore),
});
