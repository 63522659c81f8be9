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

export const draftKey = (resource: string, id: string | number = 'new') =>
  [PREFIX, resource, id].join('.');

export const readDraft = (key: string): Draft | null => {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    return draft && Date.now() - draft.time < LIFE_MS ? draft : null;
  } catch {
    return null;
  }
};

/** If storage is full or forbidden, only the draft is lost. */
export const writeDraft = (key: string, draft: Draft) => {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    return;
  }
};

export const removeDraft = (key: string) => localStorage.removeItem(key);
