import type { Identifier, RaRecord } from 'react-admin';
import { get, set } from 'react-hook-form';
import type { Choice } from '#contract/action.ts';
import { sameValue } from '#dataProvider/sameValue.ts';
import { formatYuan } from '../../../shared/money.ts';
import type { Typed } from '../base/TypedField.tsx';
import { problemOf, typedMoney, typedNumber } from '../base/typedKinds.ts';
import type { FormEntity } from '../form/RecordForm.tsx';
import { sentenceOf } from '../form/sentenceOf.ts';
import { validateWith } from '../form/zodValidation.ts';

export type TableEntity = FormEntity & { states: Readonly<Record<string, Choice>> | undefined };

/** A column of cells. A record without such a place (`tiers.2.unitFen`) has none. */
export interface CellField {
  source: string;
  /** Where the resource's messages do not name it. */
  label?: string;
  /** Where the entity's field does not say it. */
  isMoney?: boolean;
  /** Stands before the value. */
  of?: (record: RaRecord) => string;
}

/** A row with unsaved cells. */
export interface EditedRow {
  /** As it was read; after a conflict, as it is stored. */
  base: RaRecord;
  typed: Readonly<Record<string, Typed>>;
  problems: Readonly<Record<string, string>>;
  isConflict?: boolean;
  /** Why it was not saved. */
  failure?: string;
}

export type EditedRows = ReadonlyMap<Identifier, EditedRow>;

export const kindOf = ({ isMoney }: CellField) => (isMoney ? typedMoney : typedNumber);

export const valueOf = (record: RaRecord, source: string) =>
  get(record, source) as Typed | undefined;

export const written = ({ isMoney }: CellField, value: unknown): string => {
  if (typeof value !== 'number') return '—';
  return isMoney ? formatYuan(value) : String(value);
};

/** The record with what was typed. */
export const withTyped = (record: RaRecord, typed: EditedRow['typed']): RaRecord => {
  const after = structuredClone(record);
  for (const [source, value] of Object.entries(typed)) set(after, source, value);
  return after;
};

const problemsOf = (
  { inputs }: TableEntity,
  fields: readonly CellField[],
  base: RaRecord,
  typed: EditedRow['typed'],
) => {
  const names = Object.keys(typed).map(source => source.split('.')[0]!);
  const rules = Object.fromEntries(names.map(name => [name, inputs[name]!]));
  const errors = validateWith(rules)(withTyped(base, typed));
  return Object.fromEntries(
    fields.flatMap(field => {
      const { source } = field;
      if (!(source in typed)) return [];
      const whole = errors[source.split('.')[0]!];
      const problem =
        problemOf(kindOf(field), typed[source]) ??
        sentenceOf(typeof whole === 'string' ? whole : get(errors, source));
      return problem ? [[source, problem]] : [];
    }),
  );
};

/** The rows, with this one in place of that of the id; a cell that is as it was is not unsaved. */
export const withRow = (
  rows: EditedRows,
  id: Identifier,
  { base, typed, ...row }: Omit<EditedRow, 'problems'>,
  entity: TableEntity,
  fields: readonly CellField[],
): EditedRows => {
  const next = new Map(rows);
  next.delete(id);
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([source, value]) => !sameValue(value, valueOf(base, source))),
  );
  if (Object.keys(changed).length > 0) {
    const problems = problemsOf(entity, fields, base, changed);
    next.set(base.id, { ...row, base, typed: changed, problems });
  }
  return next;
};
