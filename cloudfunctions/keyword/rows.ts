import { isDeepStrictEqual } from 'node:util';
import { normOf, searchedFields } from '#contract/entity.ts';
import { type Keyword, keywordEntity, type keywordRow } from '#contract/keyword.ts';
import { keywordSentences } from '#contract/sentences/keywords.ts';
import type { z } from '#contract/zod.ts';
import type { Author } from '../_shared/base/actor.ts';
import type { changesOf } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import { isDuplicate } from '../_shared/base/errors.ts';
import { newId } from '../_shared/base/repository.ts';
import { searchTerms } from '../_shared/base/search.ts';
import { keywords } from '../_shared/templates/records.ts';

/** The search terms of a keyword, by its word and its synonyms. */
export const termsOf = (fields: Partial<Keyword>, before: Keyword | null) =>
  searchTerms(searchedFields(keywordEntity.search), fields, before);

export type Row = z.output<typeof keywordRow>;
export interface RowResult {
  row: number;
  word: string;
  result: 'created' | 'updated' | 'skipped' | 'failed';
  _id?: string;
  message?: string;
}
/** One audit row for the whole batch. */
type Changes = ReturnType<typeof changesOf<Keyword>>;

/** A valid row that has not been stored yet. */
export interface Pending {
  at: number;
  norm: string;
  fields: Row;
}

const INSERT_CHUNK = 100;

export const storedByNorm = async (rows: Pending[]): Promise<Map<string, Keyword>> => {
  const found = await keywords.find(
    { norm: _.in(rows.map(({ norm }) => norm)) },
    { limit: rows.length },
  );
  return new Map(found.map(keyword => [keyword.norm, keyword]));
};

export const overwrite = async (
  stored: Keyword,
  fields: Row,
  changes: Changes,
): Promise<Partial<RowResult>> => {
  const { _id } = stored;
  const same = Object.entries(fields).every(([key, value]) =>
    isDeepStrictEqual(value, stored[key as keyof Row]),
  );
  if (same) return { result: 'skipped', _id, message: keywordSentences.rows.unchanged };
  return (await changes.change(stored, {
    ...fields,
    ...normOf(keywordEntity, fields),
    ...termsOf(fields, stored),
  }))
    ? { result: 'updated', _id }
    : { result: 'failed', message: keywordSentences.rows.gone };
};

/** Stores in chunks. @returns the rows refused because of a word stored meanwhile, to be looked at again */
export const create = async (
  rows: Pending[],
  by: Author,
  changes: Changes,
  settle: (row: Pending, outcome: Partial<RowResult>) => unknown,
): Promise<Pending[]> => {
  const chunks: Pending[][] = [];
  for (let at = 0; at < rows.length; at += INSERT_CHUNK) {
    chunks.push(rows.slice(at, at + INSERT_CHUNK));
  }
  const left = await Promise.all(
    chunks.map(async chunk => {
      const records = chunk.map(({ fields, norm }) => ({
        ...keywordEntity.defaults,
        ...fields,
        ...termsOf(fields, null),
        norm,
        createBy: by,
        updateBy: by,
        _id: newId(),
      }));
      const idOf = (at: number) => records[at]?._id ?? '';
      let arrived: Set<string> | null = null;
      try {
        await changes.insertMany(records);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // How much of a refused chunk is stored is not defined: look for our ids.
        const ids = records.map(({ _id }) => _id);
        const found = await keywords.find({ _id: _.in(ids) }, { limit: ids.length });
        arrived = new Set(found.map(({ _id }) => _id));
      }
      return chunk.filter((row, at) => {
        if (arrived && !arrived.has(idOf(at))) return true;
        settle(row, { result: 'created', _id: idOf(at) });
        return false;
      });
    }),
  );
  return left.flat();
};
