import { type Keyword, keywordDefaults, type keywordRow } from '#contract/keyword.ts';
import type { z } from '#contract/zod.ts';
import { _ } from '../_shared/cloud.ts';
import { carrying, type Deed, rowOf, staying, unauditedOf } from '../_shared/changeRecord.ts';
import type { Author } from '../_shared/crud.ts';
import { isDuplicate } from '../_shared/errors.ts';
import { newId, repository } from '../_shared/repository.ts';
import { derive } from './derive.ts';

export type Row = z.output<typeof keywordRow>;
export interface RowResult {
  row: number;
  word: string;
  result: 'created' | 'updated' | 'skipped' | 'failed';
  _id?: string;
  message?: string;
}
/** One audit row for the whole batch. */
type BatchDeed = Deed & { toldBy: string };

/** A valid row that has not been stored yet. */
export interface Pending {
  at: number;
  norm: string;
  fields: Row;
}

export const keywords = repository<Keyword>('keywords');

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
  by: Author,
  { toldBy, ...deed }: BatchDeed,
): Promise<Partial<RowResult>> => {
  const { _id } = stored;
  const same = Object.entries(fields).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(stored[key as keyof Row]),
  );
  if (same) return { result: 'skipped', _id, message: '没有变化' };
  const patch = { ...fields, ...derive(fields), updateBy: by };
  const row = await rowOf({ before: stored, after: { ...stored, ...patch }, ...deed }, _id);
  return (await keywords.compareAndSet(_id, staying, carrying(patch, row, toldBy)))
    ? { result: 'updated', _id }
    : { result: 'failed', message: '已被删除，请重试' };
};

/** Stores in chunks. @returns the rows refused because of a word stored meanwhile, to be looked at again */
export const create = async (
  rows: Pending[],
  by: Author,
  { toldBy, ...deed }: BatchDeed,
  settle: (row: Pending, outcome: Partial<RowResult>) => unknown,
): Promise<Pending[]> => {
  const now = Date.now();
  const chunks: Pending[][] = [];
  for (let at = 0; at < rows.length; at += INSERT_CHUNK) {
    chunks.push(rows.slice(at, at + INSERT_CHUNK));
  }
  const left = await Promise.all(
    chunks.map(async chunk => {
      const made = chunk.map(({ fields, norm }) => ({
        ...keywordDefaults,
        ...fields,
        ...derive(fields),
        norm,
        createBy: by,
        updateBy: by,
        _id: newId(),
        rev: 1,
        createTime: now,
        updateTime: now,
      }));
      const records = await Promise.all(
        made.map(async record => {
          const row = await rowOf({ after: record, ...deed }, record._id);
          return { ...record, unaudited: [unauditedOf(row, toldBy)] };
        }),
      );
      const idOf = (at: number) => records[at]?._id ?? '';
      let arrived: Set<string> | null = null;
      try {
        await keywords.insertMany(records);
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
