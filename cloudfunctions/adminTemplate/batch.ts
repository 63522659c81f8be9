import { isDeepStrictEqual } from 'node:util';
import type { BatchResult } from '#contract/action.ts';
import { MAX_BATCH_ROWS } from '#contract/constants.ts';
import type { ActionInput } from '#contract/index.ts';
import { templateSentences } from '#contract/sentences/templates.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError, stateNotAllowed } from '../_shared/base/errors.ts';
import { toQuery } from '../_shared/base/listing.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { templateQuery, usablePools } from '../_shared/tasks/service.ts';
import { checkReferences, missingFor, type References, setField, templates } from './templates.ts';

type BatchInput = ActionInput<'adminTemplate', 'batchUpdate'>;
const { records } = templates;

const queryOf = async (filter: BatchInput['filter'], pools: Promise<string[]>) =>
  filter?.suspended ? templateQuery(filter, await pools) : toQuery(filter);

/** The selected templates; checks that referenced records exist. */
export const loadBatch = async ({ ids, filter, expectCount, ...set }: BatchInput) => {
  const reading = usablePools();
  const query = ids ? { _id: _.in([...new Set(ids)]) } : await queryOf(filter, reading);
  const [found, pools, missing, total] = await Promise.all([
    records.find(query, { limit: MAX_BATCH_ROWS }),
    reading,
    missingFor(set),
    ids ? undefined : records.count(query),
    checkReferences({ [set.field]: set.value } as References),
  ]);
  if (total !== undefined && total !== expectCount) {
    throw stateNotAllowed(templateSentences.countChanged, { count: total });
  }
  return { found, pools, missing };
};

/** Each template by its own rules; a refused one stays unchanged and gets its reason. */
export const updateBatch = async (
  { ids, field, value }: BatchInput,
  context: AdminContext,
  { found, ...readiness }: Awaited<ReturnType<typeof loadBatch>>,
) => {
  const byId = new Map(found.map(template => [template._id, template]));
  const wanted = ids ? [...new Set(ids)] : [...byId.keys()];
  const results: BatchResult[] = [];
  await inParallel(wanted, async _id => {
    const before = byId.get(_id) ?? null;
    if (before && isDeepStrictEqual(before[field], value)) {
      return results.push({ _id, result: 'unchanged' });
    }
    try {
      await setField(_id, { field, value }, undefined, context, before, readiness);
      return results.push({ _id, result: 'updated' });
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      return results.push({ _id, result: 'failed', message: error.message });
    }
  });
  const count = (result: BatchResult['result']) =>
    results.filter(row => row.result === result).length;
  return { updated: count('updated'), failed: count('failed'), results };
};
