import { cutText } from '#contract/cut.ts';
import { type Keyword, keywordRow } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { keywordSentences } from '#contract/sentences/keywords.ts';
import { adminActor, authorOf } from '../_shared/base/actor.ts';
import { changesOf } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { keywords } from '../_shared/templates/records.ts';
import { create, overwrite, type Pending, type Row, type RowResult, storedByNorm } from './rows.ts';

/** Each round stores words of at least one batch, so two concurrent batches need two or three. */
const MAX_ROUNDS = 8;
const labels: Record<string, string> = keywordSentences.rows.labels;

/**
 * One audit row for the batch; until it is stored, each word carries its own.
 *
 * Row by row: an invalid one fails alone, a repeated word is skipped, an existing one is kept or updated. Sending the
 * batch again changes nothing more, and concurrent batches create no word twice because of the unique index.
 */
export const writeBatch = async (
  rows: Record<string, unknown>[],
  context: AdminContext,
  existing: 'leave' | 'update',
) => {
  const results: RowResult[] = rows.map((row, at) => ({
    row: at,
    word: typeof row.word === 'string' ? cutText(row.word, 40) : '',
    result: 'failed',
  }));
  const settle = ({ at }: { at: number }, outcome: Partial<RowResult>) =>
    Object.assign(results[at] as RowResult, outcome);

  const admin = await context.admin();
  const by = adminActor(context, admin);
  const changes = changesOf(keywords, { by, resource: 'keyword' });
  let missing = accepted(rows, settle);
  for (let round = 0; missing.length > 0; round += 1) {
    const stored = await storedByNorm(missing);
    const present = missing.filter(({ norm }) => stored.has(norm));
    missing = missing.filter(({ norm }) => !stored.has(norm));
    if (existing === 'leave') {
      for (const row of present) {
        settle(row, {
          result: 'skipped',
          _id: stored.get(row.norm)?._id,
          message: keywordSentences.rows.exists,
        });
      }
    } else {
      await inParallel(present, async row =>
        settle(row, await overwrite(stored.get(row.norm) as Keyword, row.fields, changes)),
      );
    }
    if (missing.length > 0 && round >= MAX_ROUNDS) {
      throw new Error('other batches kept storing the same words');
    }
    missing = await create(missing, authorOf(admin), changes, settle);
  }

  const count = (wanted: RowResult['result']) =>
    results.filter(({ result }) => result === wanted).length;
  const summary = {
    created: count('created'),
    updated: count('updated'),
    skipped: count('skipped'),
    failed: count('failed'),
  };
  if (summary.created + summary.updated > 0) {
    const ids = (wanted: RowResult['result']) =>
      results.flatMap(({ result, _id }) => (result === wanted && _id ? [_id] : []));
    const after = { created: ids('created'), updated: ids('updated') };
    await changes.audit(after);
  }
  return { ...summary, results };
};

/** Valid rows, the first of each word. */
const accepted = (
  rows: Record<string, unknown>[],
  settle: (row: Pending, outcome: Partial<RowResult>) => unknown,
): Pending[] => {
  const seen = new Set<string>();
  return rows.flatMap((row, at) => {
    const parsed = keywordRow.safeParse(row);
    const pending = { at, norm: '', fields: row as Row };
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const label = labels[String(issue?.path[0] ?? '')];
      settle(pending, { message: [label, issue?.message].filter(Boolean).join('：') });
      return [];
    }
    const norm = normalForm(parsed.data.word);
    if (seen.has(norm)) {
      settle(pending, { result: 'skipped', message: keywordSentences.rows.repeated });
      return [];
    }
    seen.add(norm);
    return [{ at, norm, fields: parsed.data }];
  });
};
