import type { VisitorTask } from '#contract/visitorTask.ts';
import type { KeyedRequest } from '../../shared/requestKey.ts';

/** A photo in our storage; its preview comes from there. */
export interface StoredPhoto {
  filePath: string;
}

/** What a visitor has filled in for a template, kept while the tab is open. */
export interface Draft {
  /** '' is none; absent: he has not chosen, so the default preset applies. */
  presetId?: string;
  /** As typed, by input; a number is text until it is sent. */
  values: Record<string, string | boolean>;
  photos: Record<string, StoredPhoto[]>;
  /** The task that was asked for, until it is known to exist: repeated, it is not started twice. */
  sent?: KeyedRequest;
}

const keyOf = (templateId: string) => `making:${templateId}`;

export const readDraft = (templateId: string): Draft => {
  const empty: Draft = { values: {}, photos: {} };
  try {
    const stored = sessionStorage.getItem(keyOf(templateId));
    return stored ? { ...empty, ...(JSON.parse(stored) as Partial<Draft>) } : empty;
  } catch (error) {
    // Storage may be forbidden.
    console.error('draft not read', error);
    return empty;
  }
};

export const keepDraft = (templateId: string, draft: Draft): void => {
  try {
    sessionStorage.setItem(keyOf(templateId), JSON.stringify(draft));
  } catch (error) {
    console.error('draft not kept', error);
  }
};

/** The same once more. Without the seed, which would make the same picture again. */
export const draftOfTask = ({ presetId, inputs }: VisitorTask): Draft => {
  const draft: Draft = { presetId, values: {}, photos: {} };
  for (const { key, type, value, filePath } of inputs) {
    if (filePath) (draft.photos[key] ??= []).push({ filePath });
    else if (value !== null && type !== 'seed')
      draft.values[key] = typeof value === 'boolean' ? value : String(value);
  }
  return draft;
};
