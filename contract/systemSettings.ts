import {
  DEFAULT_IMAGE_STYLES,
  IMAGE_REFRESH_MS,
  MAX_UPLOAD_BYTES,
  SIGNED_URL_SECONDS,
} from './constants.ts';

/** The settings every page needs before it knows who is there. Apart from the schemas: the visitor loads no zod. */
export interface SystemSettings {
  imageStyles: Record<string, string>;
  signUrl: { maxAgeSec: number; refreshMs: number };
  upload: { maxBytes: number };
}

/** What holds while nothing is stored or nothing could be loaded. */
export const defaultSystemSettings: SystemSettings = {
  imageStyles: { ...DEFAULT_IMAGE_STYLES },
  signUrl: { maxAgeSec: SIGNED_URL_SECONDS, refreshMs: IMAGE_REFRESH_MS },
  upload: { maxBytes: MAX_UPLOAD_BYTES },
};

/** SPEC §4: what was loaded lies over the defaults, the picture styles key by key. */
export const mergeSystemSettings = (
  loaded: Partial<SystemSettings> | null | undefined,
): SystemSettings => ({
  imageStyles: { ...defaultSystemSettings.imageStyles, ...loaded?.imageStyles },
  signUrl: { ...defaultSystemSettings.signUrl, ...loaded?.signUrl },
  upload: { ...defaultSystemSettings.upload, ...loaded?.upload },
});
