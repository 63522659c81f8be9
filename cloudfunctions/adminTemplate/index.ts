import type { AuditLog } from '#contract/auditLog.ts';
import { templateMoreActions } from '#contract/templateMore.ts';
import {
  deletableTemplateStatuses,
  type Template,
  templateDefaults,
  templateActions,
} from '#contract/template.ts';
import { referenced } from '../_shared/crud.ts';
import { defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { laidOver } from '../_shared/fileUse.ts';
import { listing } from '../_shared/listing.ts';
import { sorting } from '../_shared/sorting.ts';
import { loadBatch, updateBatch } from './batch.ts';
import { createWithPreset } from './createWithPreset.ts';
import { presetCount, reviewPresets } from './presets.ts';
import { loadRevision, restoreRevision, revisionChanges } from './revisions.ts';
import { checkReferences, lacks, setField, templates } from './templates.ts';

const { records } = templates;
const revisions = listing<AuditLog>({
  collection: 'auditLogs',
  defaultSort: [['createTime', 'desc']],
});
const unborn = {
  status: 'draft' as const,
  publishTime: null,
  stats: { useCount: 0, successCount: 0, failCount: 0 },
};

const actions = { ...templateActions, ...templateMoreActions };

export const main = defineFunction('adminTemplate', actions, {
  getTemplates: request => templates.list(request),

  getTemplateById: ({ id }) => records.require(id),

  createTemplate: withLoad(
    ({ categoryIds, keywordIds }) => checkReferences({ categoryIds, keywordIds }),
    async ({ idemKey, preset, ...fields }, context) => {
      const complete = { ...templateDefaults, ...fields, ...unborn };
      return preset
        ? createWithPreset(complete, preset, context, idemKey)
        : templates.create(complete, context, idemKey);
    },
  ),

  updateTemplate: withLoad(
    async ({ _id, categoryIds, keywordIds }) => {
      const [before] = await Promise.all([
        records.get(_id),
        checkReferences({ categoryIds, keywordIds }),
      ]);
      return before;
    },
    async ({ _id, rev, ...fields }, context, before) => {
      if (before?.status === 'online') {
        const missing = lacks(laidOver(before, fields) as typeof before);
        if (Object.keys(missing).length > 0) throw invalid(missing);
      }
      const written = await templates.update(_id, rev, fields, context, before);
      if (fields.inputs) await reviewPresets(written);
      return written;
    },
  ),

  deleteTemplate: withLoad(
    ({ id }) => Promise.all([records.get(id), presetCount(id)]),
    async ({ id, rev }, context, [before, presets]) => {
      if (before && !deletableTemplateStatuses.includes(before.status)) {
        throw stateNotAllowed('模板已上线，请先下线再删除');
      }
      if (before && presets > 0) {
        const data = { resource: 'presets', count: presets };
        throw referenced(`还有 ${presets} 个预设属于该模板，请先删除它们`, data);
      }
      return templates.remove(id, rev, context, before, before ? { status: before.status } : {});
    },
  ),

  updateTemplateField: withLoad(
    ({ templateId }) => records.get(templateId),
    ({ templateId, rev, ...set }, context, before) =>
      setField(templateId, set, rev, context, before),
  ),

  setRecommendStatus: withLoad(
    ({ templateId }) => records.get(templateId),
    ({ templateId, isRecommend, rev }, context, before) =>
      templates.update(templateId, rev, { isRecommend }, context, before),
  ),

  copyTemplate: withLoad(
    ({ id }) => records.get(id),
    async ({ idemKey }, context, original) => {
      if (!original) throw notFound();
      const fields = Object.fromEntries(
        Object.keys(templateDefaults).map(field => [field, original[field as keyof Template]]),
      ) as unknown as Pick<Template, keyof typeof templateDefaults>;
      const name = `${[...original.name].slice(0, 27).join('')} 副本`;
      const copy = { ...fields, isRecommend: false, name, ...unborn };
      return templates.create(copy, context, idemKey);
    },
  ),

  batchUpdate: withLoad(loadBatch, updateBatch),

  updateSort: sorting(records, 'template'),

  getRevisions: ({ id, ...page }) =>
    revisions({ ...page, filter: { resource: 'template', resourceId: id } }),

  getRevisionChanges: async revision => revisionChanges(await loadRevision(revision)),

  restoreRevision: withLoad(loadRevision, restoreRevision),
});
