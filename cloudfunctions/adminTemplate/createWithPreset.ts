import { createHash } from 'node:crypto';
import type { FirstPreset } from '#contract/preset.ts';
import { presetDefaults, type PresetParams, presetProblems } from '#contract/preset.ts';
import { type Template, templateFileFields } from '#contract/template.ts';
import { auditRow } from '../_shared/audit.ts';
import type { AuthoredRecord } from '../_shared/crud.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { invalid, isDuplicate } from '../_shared/errors.ts';
import { filesIn, noteUse } from '../_shared/fileUse.ts';
import { newId } from '../_shared/repository.ts';
import { gramsOf } from '../_shared/search.ts';
import { inTransaction } from '../_shared/transaction.ts';
import { templates } from './templates.ts';

/** Both ids are derived from the caller's key, so that a repeated call finds the first one's records. */
const idsFor = (context: AdminContext, adminId: string, idemKey: string | undefined) => {
  if (!idemKey) return { templateId: newId(), presetId: newId() };
  const idOf = (kind: string) =>
    createHash('sha256')
      .update([context.function, context.action, adminId, idemKey, kind].join('\n'))
      .digest('hex')
      .slice(0, 24);
  return { templateId: idOf('template'), presetId: idOf('preset') };
};

/**
 * A template and its first preset, which is the default unless it is disabled: both or neither, each with its audit
 * row.
 * @throws 40001 with `preset.params.…` when the preset does not fit the template's inputs
 */
export const createWithPreset = async (
  template: Omit<Template, keyof AuthoredRecord>,
  preset: FirstPreset,
  context: AdminContext,
  idemKey: string | undefined,
): Promise<Template> => {
  const given = { ...presetDefaults, ...preset };
  const problems = Object.entries(presetProblems(template.inputs, given.params as PresetParams));
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.map(([path, said]) => [`preset.${path}`, said])));

  const admin = await context.admin();
  const by = { adminId: admin._id, name: admin.nickName || admin.username };
  const { templateId, presetId } = idsFor(context, admin._id, idemKey);
  const now = Date.now();
  const common = { rev: 1, createTime: now, updateTime: now, createBy: by, updateBy: by };
  const files = filesIn(template, templateFileFields);
  const newTemplate = {
    ...template,
    ...common,
    _id: templateId,
    grams: gramsOf(template.name),
    files,
  };
  const isDefault = given.status === 'enabled';
  const newPreset = {
    ...given,
    ...common,
    _id: presetId,
    templateId,
    isDefault,
    defaultOf: isDefault ? templateId : presetId,
    needsReview: false,
    useCount: 0,
    grams: gramsOf(given.name),
    files: filesIn(given, ['coverImage']),
  };
  const rows = [
    auditRow(context, admin, { resource: 'template', resourceId: templateId, after: newTemplate }),
    auditRow(context, admin, { resource: 'preset', resourceId: presetId, after: newPreset }),
  ];
  try {
    await inTransaction(async transaction => {
      await transaction.insert('templates', newTemplate);
      await transaction.insert('templatePresets', newPreset);
      for (const row of rows) await transaction.insert('auditLogs', row);
    });
  } catch (error) {
    const first = idemKey && isDuplicate(error) ? await templates.records.get(templateId) : null;
    if (!first) throw error;
    return first;
  }
  await noteUse([], [...new Set([...files, ...newPreset.files])]);
  return newTemplate;
};
