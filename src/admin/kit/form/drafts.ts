import { adminOfTab } from '#authProvider/session.ts';
import { isFields, parsed } from '../../../shared/isFields.ts';

/** Unsaved input, kept in the browser after a failed save, a reload or the end of a session. */
export interface Draft {
  /** The version of the record under the draft; none for a new record. */
  rev?: number;
  /** The changed fields, and what they were before. */
  values: Record<string, unknown>;
  base: Record<string, unknown>;
  time: number;
}

const PREFIX = 'draft';
/** Older drafts are removed. */
const LIFE_MS = 7 * 24 * 3_600_000;

/** Each administrator has drafts of their own. */
export const draftKey = (resource: string, id: string | number = 'new') =>
  [PREFIX, adminOfTab(), resource, id].join('.');

/** What is stored may be damaged, or another's. */
const isDraft = (value: unknown): value is Draft => {
  const { values, base, time } = (value ?? {}) as Partial<Record<keyof Draft, unknown>>;
  return isFields(values) && isFields(base) && typeof time === 'number';
};

export const readDraft = (key: string): Draft | null => {
  const draft = parsed(localStorage.getItem(key));
  return isDraft(draft) && Date.now() - draft.time < LIFE_MS ? draft : null;
};

export const writeDraft = (key: string, draft: Draft) =>
  localStorage.setItem(key, JSON.stringify(draft));

export const removeDraft = (key: string) => localStorage.removeItem(key);
