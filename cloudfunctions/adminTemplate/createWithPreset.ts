import {
  type FirstPreset,
  presetEntity,
  type PresetParams,
  presetProblems,
} from '#contract/preset.ts';
import { type Template, templateEntity } from '#contract/template.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import type { AuthoredRecord } from '../_shared/base/crud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { filesIn, noteUse } from '../_shared/base/fileUse.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, type Keyed, once, scopeOf } from '../_shared/base/repeats.ts';
import { gramsOf } from '../_shared/base/searchTerms.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { noteVideoUse } from '../_shared/vod/uses.ts';
import { templates } from './templates.ts';

/**
 * A template and its first preset, which is the default unless it is disabled: both or neither, each with its audit
 * row.
 * @throws 40001 with `preset.params.…` when the preset does not fit the template's inputs
 */
export const createWithPreset = async (
  template: Omit<Template, keyof AuthoredRecord>,
  preset: FirstPreset,
  context: AdminContext,
  request: Keyed,
): Promise<Template> => {
  const given = { ...presetEntity.defaults, ...preset };
  const problems = Object.entries(presetProblems(template.inputs, given.params as PresetParams));
  if (problems.length > 0)
    throw invalid(
      Object.fromEntries(problems.map(([path, sentence]) => [`preset.${path}`, sentence])),
    );

  const admin = await context.admin();
  const author = authorOf(admin);
  const idOf = (kind: string) =>
    idFromKey(request.idemKey && `${request.idemKey}\n${kind}`, scopeOf(context, admin._id));
  const [templateId, presetId] = [idOf('template'), idOf('preset')];
  const common = { createBy: author, updateBy: author };
  const files = filesIn(template, templateEntity.pictures);
  const newTemplate = {
    ...template,
    ...common,
    ...intended(request),
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
  const by = await actorOf(context);
  const store = async (transaction: Transaction): Promise<Template> => {
    const entry = { by, resource: 'template' };
    const first = await transaction.insert('templates', newTemplate, entry);
    await transaction.insert('templatePresets', newPreset, { by, resource: 'preset' });
    return first;
  };
  const write = async () => {
    const stored = await inTransaction(store);
    await Promise.all([
      noteUse([], [...new Set([...files, ...newPreset.files])]),
      noteVideoUse(template.videoFileId),
    ]);
    return stored;
  };
  return once(request, write, () => templates.records.get(templateId));
};
