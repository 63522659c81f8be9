import type { Action, DamagedRecord } from '#contract/action.ts';
import { z } from '#contract/zod.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names from the schema only, because stored keys may be anything. */
const damagedFields = (schema: z.ZodType, record: Fields, error: z.ZodError): string[] => {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<string, z.ZodType>;
    const broken = Object.keys(shape).filter(key => !shape[key]?.safeParse(record[key]).success);
    if (broken.length > 0) return broken;
  }
  return [...new Set(error.issues.map(({ path }) => String(path[0] ?? '')).filter(Boolean))];
};

/** A row of a list: the record, or the names of its damaged fields. */
const shownRow = (schema: z.ZodType, row: unknown): unknown => {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  if (!isObject(row) || typeof row['_id'] !== 'string') return null;
  const damaged = damagedFields(schema, row, parsed.error);
  return { _id: row['_id'], damaged } satisfies DamagedRecord;
};

const isDamaged = (row: unknown) => isObject(row) && Array.isArray(row['damaged']);

/** A single record: the sound fields, each filtered by its own schema, and the names of the others. */
const shownRecord = (schema: z.ZodObject, record: Fields, error: z.ZodError): Fields => {
  const shape = schema.shape as Record<string, z.ZodType>;
  const sound = Object.entries(shape).flatMap(([key, field]) => {
    const parsed = field.safeParse(record[key]);
    return parsed.success && parsed.data !== undefined ? [[key, parsed.data] as const] : [];
  });
  return {
    ...Object.fromEntries(sound),
    _id: record['_id'],
    damaged: damagedFields(schema, record, error),
  };
};

/**
 * Passes a result through its action's privacy filter. A stored record that breaks its contract must neither hide the
 * others nor become unreachable for repair.
 * @param report receives what the filter found, without values
 * @throws where the result is wrong for another reason
 */
export const filterOutput = (
  { access, output }: Pick<Action, 'access' | 'output'>,
  result: unknown,
  report: (what: string) => void,
): unknown => {
  const whole = output.safeParse(result);
  if (whole.success) return whole.data;
  if (!isObject(result) || !(output instanceof z.ZodObject)) throw whole.error;

  const list = (output.shape as Record<string, z.ZodType>)['list'];
  if (list instanceof z.ZodArray && Array.isArray(result['list'])) {
    const rows = result['list'].map(row => shownRow(list.element as z.ZodType, row));
    const damaged = rows.filter(isDamaged) as DamagedRecord[];
    for (const { _id, damaged: fields } of damaged) report(`${_id}: ${fields.join(', ')}`);
    const rest = output.parse({ ...result, list: [] }) as Fields;
    // Without an id the row cannot be referred to.
    const kept = rows.filter(row => row !== null && (access === 'admin' || !isDamaged(row)));
    return { ...rest, list: kept };
  }

  if (access !== 'admin' || typeof result['_id'] !== 'string' || !('rev' in result))
    throw whole.error;
  const record = shownRecord(output, result, whole.error);
  report(`${result['_id']}: ${(record['damaged'] as string[]).join(', ')}`);
  return record;
};
