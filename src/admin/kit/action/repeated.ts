import { codes } from '#contract/envelope.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { sameValue } from '#dataProvider/sameValue.ts';

/** A missing record has been deleted, perhaps by an attempt whose answer was lost. */
export const alreadyGone = (error: unknown): void => {
  if (!(error instanceof ActionFailure) || error.body.code !== codes.notFound) throw error;
};

/**
 * The stored record of a conflict, if it has all the requested values: an attempt whose answer was lost has done it.
 */
export const alreadyAsAsked = (error: unknown, asked: Record<string, unknown>): unknown => {
  const { code, current } = error instanceof ActionFailure ? error.body : {};
  if (code !== codes.conflict || typeof current !== 'object' || current === null) throw error;
  const fields = Object.entries(asked);
  const record = current as Record<string, unknown>;
  const isDone =
    fields.length > 0 &&
    fields.every(([field, value]) => field in record && sameValue(record[field], value));
  if (!isDone) throw error;
  return current;
};
