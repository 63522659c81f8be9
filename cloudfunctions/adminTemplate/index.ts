import { cutText } from '#contract/cut.ts';
import type { ActionInput } from '#contract/index.ts';
import { type PresetParams, presetProblems } from '#contract/preset.ts';
import { copySuffix, templateSentences } from '#contract/sentences/templates.ts';
import {
  deletableTemplateStatuses,
  type Template,
  templateEntity,
  templateStatuses,
} from '#contract/template.ts';
import { templateActions } from '#contract/templateActions.ts';
import { referenced } from '../_shared/base/crud.ts';
import {
  type AdminContext,
  defineFunction,
  onRecord,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { report } from '../_shared/base/log.ts';
import { pagesOf } from '../_shared/base/pages.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { revisionsOf } from '../_shared/base/revisions.ts';
import { apiKeys } from '../_shared/tasks/keys.ts';
import { mayBeSuspended, usablePools, withKeyState, withoutKey } from '../_shared/tasks/service.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { presets } from '../_shared/templates/records.ts';
import { withThumbnails } from '../_shared/users/administratorPictures.ts';
import { loadBatch, updateBatch } from './batch.ts';
import { createWithPreset } from './createWithPreset.ts';
import { importWorkflow } from './importWorkflow.ts';
import { cancelTrial, loadTrial, runTrial } from './runTrial.ts';
import {
  checkReferences,
  followingFrom,
  missingFor,
  offlineIfBroken,
  setField,
  templates,
} from './templates.ts';
import { loadTrialPicture, showTrialPicture } from './trialPicture.ts';

const PAGE = 200;

const presetCount = (templateId: string) => presets.count({ templateId });

/**
 * After a change of the template's inputs, flags the presets that no longer fit, and unflags those that do. A note, so
 * no edit of a preset conflicts; a lost flag is corrected by the next change of the inputs or the preset.
 */
const reviewPresets = async ({ _id, inputs }: Template): Promise<void> => {
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

const { records } = templates;
/**
 * A change of a template: which pools have a usable key is asked beside what it loads, and its answer says so as every
 * other does.
 */
const withKeys = <I, L>(
  load: (data: I) => Promise<L>,
  run: (data: I, context: AdminContext, loaded: L, pools: string[]) => Promise<Template>,
) =>
  withLoad(
    (data: I) => Promise.all([load(data), usablePools()]),
    async (data, context, [loaded, pools]) =>
      withKeyState(pools)(await run(data, context, loaded, pools)),
  );

type ListRequest = ActionInput<'adminTemplate', 'getTemplates'>;

/**
 * Database round trips: 1, as the usable pools are queried beside the page; 2 with the filter for suspended templates.
 */
const getTemplates = async ({ filter: { suspended, ...filter } = {}, ...request }: ListRequest) => {
  const reading = usablePools();
  const page = suspended
    ? listSuspended({ ...request, filter }, await reading)
    : templates.list({ ...request, filter });
  const [{ list, ...rest }, pools] = await Promise.all([page, reading]);
  return { ...rest, list: list.map(withKeyState(pools)) };
};

/** Only online templates can be suspended, so the other tabs are empty. */
const listSuspended = async ({ filter, ...request }: ListRequest, pools: string[]) => {
  const narrowed = { ...request, filter: mayBeSuspended(filter ?? {}) };
  const { counts, ...page } = await templates.list(narrowed, withoutKey(pools));
  return { ...page, ...(counts && { counts: { ...nowhere, online: counts['online'] ?? 0 } }) };
};
const nowhere = Object.fromEntries(Object.keys(templateStatuses).map(status => [status, 0]));

const revisions = revisionsOf<Template>(templateEntity, {
  // They are over by now, or another's plan.
  except: ['onlineAt', 'offlineAt'],
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

export const main = defineFunction('adminTemplate', templateActions, {
  ...templates.handlers,

  getTemplates: (request, context) =>
    withThumbnails(getTemplates(request), request, context, ({ coverImage }) => [coverImage]),

  getTemplateById: async ({ id }) => {
    const [template, pools] = await Promise.all([records.require(id), usablePools()]);
    return withKeyState(pools)(template);
  },

  createTemplate: withKeys(
    ({ categoryIds, keywordIds, videoFileId }) =>
      checkReferences({ categoryIds, keywordIds, videoFileId }),
    async (request, context) => {
      const { idemKey: _key, preset, ...fields } = request;
      const complete = { ...templates.first, ...fields } as Template;
      return preset
        ? createWithPreset(complete, preset, context, request)
        : templates.create(complete, context, request);
    },
  ),

  updateTemplate: withKeys(
    async ({ _id, categoryIds, keywordIds, videoFileId }) => {
      const [before] = await Promise.all([
        records.get(_id),
        checkReferences({ categoryIds, keywordIds, videoFileId }),
      ]);
      return before;
    },
    async ({ _id, rev, ...fields }, context, before) => {
      const changes = fields as Partial<Template>;
      const set = { ...changes, ...(before && followingFrom(before, changes)) };
      const written = await templates.update(_id, rev, set, context, before);
      if (fields.inputs) await reviewPresets(written);
      return written;
    },
  ),

  deleteTemplate: withLoad(
    ({ id }) => Promise.all([records.get(id), presetCount(id)]),
    async ({ id, rev }, context, [before, presets]) => {
      if (before && !deletableTemplateStatuses.includes(before.status)) {
        throw stateNotAllowed(templateSentences.published);
      }
      if (before && presets > 0) {
        const data = { resource: 'presets', count: presets };
        throw referenced(templateSentences.usedByPresets(presets), data);
      }
      return templates.remove(id, rev, context, before, before ? { status: before.status } : {});
    },
  ),

  updateTemplateField: withKeys(
    ({ templateId, ...set }) => Promise.all([records.get(templateId), missingFor(set)]),
    ({ templateId, rev, ...set }, context, [before, missing], pools) =>
      setField(templateId, set, rev, context, before, { pools, missing }),
  ),

  setRecommendStatus: withKeys(
    ({ templateId }) => records.get(templateId),
    ({ templateId, isRecommend, rev }, context, before) =>
      templates.update(templateId, rev, { isRecommend }, context, before),
  ),

  copyTemplate: withKeys(
    ({ id }) => records.require(id),
    async (request, context, original) => {
      const fields = Object.fromEntries(
        Object.keys(templateEntity.defaults).map(field => [
          field,
          original[field as keyof Template],
        ]),
      ) as unknown as Partial<Template>;
      const name = cutText(original.name, 27) + copySuffix();
      const own = { isRecommend: false, onlineAt: null, offlineAt: null, name };
      const copy = { ...templates.first, ...fields, ...own } as Template;
      return templates.create(copy, context, request);
    },
  ),

  batchUpdate: withLoad(loadBatch, updateBatch),

  getRevisions: revisions.list,

  getRevisionChanges: async revision => revisions.changes(await revisions.load(revision)),

  restoreRevision: withKeys(revisions.load, revisions.restore),

  importWorkflow: withLoad(
    ({ apiKeyId }) => apiKeys.get(apiKeyId),
    (data, _context, key) => importWorkflow(data, key),
  ),

  runTrial: withLoad(loadTrial, runTrial),

  cancelTrial: onRecord(tasks, cancelTrial),

  useTrialPicture: withKeys(loadTrialPicture, showTrialPicture),
});
