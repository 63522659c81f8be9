import {
  DEFAULT_IMAGE_STYLES,
  IMAGE_REFRESH_MS,
  MAX_UPLOAD_BYTES,
  SIGNED_URL_SECONDS,
} from './constants.ts';

/**
 * Settings that every page needs before sign-in. Separate from the schemas, because the visitor side does not load zod.
 */
export interface SystemSettings {
  imageStyles: Record<string, string>;
  signUrl: { maxAgeSec: number; refreshMs: number };
  upload: { maxBytes: number };
}

/** Defaults while nothing is stored or loading failed. */
export const defaultSystemSettings: SystemSettings = {
  imageStyles: { ...DEFAULT_IMAGE_STYLES },
  signUrl: { maxAgeSec: SIGNED_URL_SECONDS, refreshMs: IMAGE_REFRESH_MS },
  upload: { maxBytes: MAX_UPLOAD_BYTES },
};

/** Merges loaded settings over the defaults, the picture styles key by key (docs/specification.md#start-up). */
export const mergeSystemSettings = (
  loaded: Partial<SystemSettings> | null | undefined,
): SystemSettings => ({
  imageStyles: { ...defaultSystemSettings.imageStyles, ...loaded?.imageStyles },
  signUrl: { ...defaultSystemSettings.signUrl, ...loaded?.signUrl },
  upload: { ...defaultSystemSettings.upload, ...loaded?.upload },
});
