import type { VisitorTask } from '#contract/visitorTask.ts';
import { isFields, parsed } from '../../shared/isFields.ts';
import type { KeyedRequest } from '../../shared/requestKey.ts';

/** A photo in our storage; its preview comes from there. */
export interface StoredPhoto {
  filePath: string;
}

/** What a visitor has filled in for a template, kept while the tab is open. */
export interface Draft {
  /** '' is none; absent: the visitor has not chosen, so the default preset applies. */
  presetId?: string;
  /** As typed, by input; a number is text until it is sent. */
  values: Record<string, string | boolean>;
  photos: Record<string, StoredPhoto[]>;
  /** The task that was asked for, until it is known to exist: repeated, it is not started twice. */
  sent?: KeyedRequest;
}

const keyOf = (templateId: string) => `making:${templateId}`;

const isText = (value: unknown) => typeof value === 'string';
const isPhotos = (value: unknown) =>
  Array.isArray(value) && value.every(photo => isFields(photo) && isText(photo['filePath']));
const every = (value: unknown, is: (value: unknown) => boolean) =>
  isFields(value) && Object.values(value).every(is);

/** What is stored may be old or damaged. */
const isDraft = (value: unknown): value is Draft => {
  const { values, photos, presetId = '', sent } = (value ?? {}) as Record<string, unknown>;
  return (
    every(values, one => isText(one) || typeof one === 'boolean') &&
    every(photos, isPhotos) &&
    isText(presetId) &&
    (sent === undefined || every(sent, isText))
  );
};

export const readDraft = (templateId: string): Draft => {
  const stored = parsed(sessionStorage.getItem(keyOf(templateId)));
  return isDraft(stored) ? stored : { values: {}, photos: {} };
};

export const keepDraft = (templateId: string, draft: Draft): void =>
  sessionStorage.setItem(keyOf(templateId), JSON.stringify(draft));

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
