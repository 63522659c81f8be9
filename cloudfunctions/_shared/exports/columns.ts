import type { AuditLog } from '#contract/auditLog.ts';
import { actionWord } from '#contract/auditWords.ts';
import type { ExportColumn, ExportSum } from '#contract/exports/columns.ts';
import { exportSentences } from '#contract/sentences/exports.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import { valueAt } from '../base/valueAt.ts';
import { auditChanges, auditWord } from './auditWords.ts';

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** A value in the form its column demands; an empty cell for a missing value. */
export const valueOf = (
  record: unknown,
  { path, kind, choices, item = plain }: ExportColumn,
): string | number => {
  const value =
    path === 'diff' && kind === 'list' ? auditChanges(record as AuditLog) : valueAt(record, path);
  if (value === undefined || value === null) return '';
  switch (kind) {
    case 'number':
      return typeof value === 'number' ? value : plain(value);
    case 'fen':
      return typeof value === 'number' ? value / 100 : plain(value);
    case 'time':
      return typeof value === 'number' && value > 0 ? shanghaiTime(value) : '';
    case 'flag':
      return value === true ? exportSentences.yes : exportSentences.no;
    case 'list':
      return Array.isArray(value) ? value.map(item).join('；') : plain(value);
    case 'audit':
      return path === 'action' ? actionWord(record as AuditLog) : auditWord(path, plain(value));
    case 'choice':
      return choices?.[String(value)]?.label ?? plain(value);
    default:
      return plain(value);
  }
};

/** The sums so far (none before the first records) together with these records. */
export const sumsOf = (
  sums: readonly ExportSum[],
  records: readonly Readonly<Record<string, unknown>>[],
  soFar: readonly number[],
): number[] =>
  sums.map(({ path, status }, nth) =>
    records
      .filter(record => status === undefined || record['status'] === status)
      .map(record => (path === undefined ? 1 : valueAt(record, path)))
      .reduce<number>(
        (sum, value) => (typeof value === 'number' ? sum + value : sum),
        soFar[nth] ?? 0,
      ),
  );
