import { isDeepStrictEqual } from 'node:util';
import type { BatchResult } from '#contract/action.ts';
import { MAX_BATCH_ROWS } from '#contract/constants.ts';
import type { ActionInput } from '#contract/index.ts';
import { type Template, templateEntity } from '#contract/template.ts';
import { z } from '#contract/zod.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { usablePools } from '../_shared/tasks/service.ts';
import { checkReferences, missingFor, type References, setField, templates } from './templates.ts';

type BatchInput = ActionInput<'adminTemplate', 'batchUpdate'>;
const { records } = templates;

/** The selected templates; checks that referenced records exist. */
export const loadBatch = async ({ ids, ...set }: BatchInput) => {
  const [found, pools, missing] = await Promise.all([
    records.find({ _id: _.in([...new Set(ids)]) }, { limit: MAX_BATCH_ROWS }),
    usablePools(),
    missingFor(set),
    checkReferences({ [set.field]: set.value } as References),
  ]);
  return { found, pools, missing };
};

/** What a template has afterwards. */
const wantedOf = (before: Template | null, { field, value, add }: BatchInput) =>
  before && add && (field === 'categoryIds' || field === 'keywordIds')
    ? templateEntity.inputs[field].parse([...new Set([...before[field], ...value])])
    : value;

/** Each template by its own rules; a refused one stays unchanged and gets its reason. */
export const updateBatch = async (
  input: BatchInput,
  context: AdminContext,
  { found, ...readiness }: Awaited<ReturnType<typeof loadBatch>>,
) => {
  const { ids, field } = input;
  const byId = new Map(found.map(template => [template._id, template]));
  const results: BatchResult[] = [];
  await inParallel([...new Set(ids)], async _id => {
    const before = byId.get(_id) ?? null;
    try {
      const value = wantedOf(before, input);
      if (before && isDeepStrictEqual(before[field], value))
        return results.push({ _id, result: 'unchanged' });
      await setField(_id, { field, value }, undefined, context, before, readiness);
      return results.push({ _id, result: 'updated' });
    } catch (error) {
      const message = refusalOf(error);
      if (message === undefined) throw error;
      return results.push({ _id, result: 'failed', message });
    }
  });
  const count = (result: BatchResult['result']) =>
    results.filter(row => row.result === result).length;
  return { updated: count('updated'), failed: count('failed'), results };
};

const refusalOf = (error: unknown) => {
  if (error instanceof z.ZodError) return error.issues[0]?.message;
  return error instanceof ActionError ? error.message : undefined;
};
