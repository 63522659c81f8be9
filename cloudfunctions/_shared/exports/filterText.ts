import type { ExportFilter } from '#contract/exports/columns.ts';
import { exportable } from '#contract/exportTable.ts';
import { exportSentences } from '#contract/sentences/exports.ts';
import { DAY_MS, shanghaiTime, timeOfDay } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { repository, type Stored } from '../base/repository.ts';
import { auditWord } from './auditWords.ts';

interface Range {
  from?: number;
  to?: number;
}

/** Whole days as such, everything else to the second. */
const timeText = (instant: number, isEnd: boolean) =>
  timeOfDay(instant + (isEnd ? 1 : 0)) % DAY_MS === 0
    ? shanghaiTime(instant).slice(0, 10)
    : shanghaiTime(instant);

const rangeText = ({ from, to }: Range, textOf: (value: number, isEnd: boolean) => string) => {
  const [first, last] = [from, to].map((value, at) =>
    value === undefined ? undefined : textOf(value, at === 1),
  );
  if (first === undefined) return exportSentences.until(last ?? '');
  if (last === undefined) return exportSentences.from(first);
  return first === last ? first : exportSentences.between(first, last);
};

/** The names of records; the id of one that no longer exists. */
const namesOf = async (ids: string[], { of, field }: ExportFilter & { kind: 'name' }) => {
  const records = await repository<Stored & Record<string, unknown>>(of).find(
    { _id: _.in(ids) },
    { limit: ids.length, fields: [field] },
  );
  const names = new Map(records.map(record => [record._id, record[field]]));
  return ids.map(id => String(names.get(id) || id));
};

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String);

const valueText = async (
  field: string,
  exportFilter: ExportFilter,
  filter: Record<string, unknown>,
): Promise<string> => {
  const value = filter[field];
  const values = textsOf(value);
  const isRange = typeof value === 'object' && value !== null && !Array.isArray(value);
  switch (exportFilter.kind) {
    case 'name':
      return (await namesOf(values, exportFilter)).join('、');
    case 'choice':
      return values.map(one => exportFilter.choices?.[one]?.label ?? one).join('、');
    case 'audit': {
      const of = filter['function'] === undefined ? undefined : textsOf(filter['function']);
      return values.map(code => auditWord(field, code, of)).join('、');
    }
    case 'flag':
      return value === true ? exportSentences.yes : exportSentences.no;
    case 'time':
      return isRange ? rangeText(value, timeText) : values.join('、');
    case 'fen':
      return isRange ? rangeText(value, fen => exportSentences.yuan(fen / 100)) : values.join('、');
    default:
      return isRange ? rangeText(value, String) : values.join('、');
  }
};

/** What was filtered, as the screen says it: `状态：已支付；支付时间：2026-11-01 至 2026-11-30`; '' for everything. */
export const filterTextOf = async (
  resource: string,
  filter: Record<string, unknown>,
  q: string,
): Promise<string> => {
  const table = exportable(resource);
  if (!table) return '';
  const parts = await Promise.all(
    Object.entries(filter).map(async ([field, value]) => {
      if (field === 'ids') return exportSentences.chosen((value as string[]).length);
      const exportFilter = table.filters[field];
      return (
        exportFilter &&
        exportSentences.filtered(exportFilter.label, await valueText(field, exportFilter, filter))
      );
    }),
  );
  return [...parts, q && exportSentences.searched(q)].filter(Boolean).join('；');
};
