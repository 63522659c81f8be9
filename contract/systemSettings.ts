import {
  DEFAULT_IMAGE_STYLES,
  IMAGE_REFRESH_MS,
  MAX_UPLOAD_BYTES,
  SIGNED_URL_SECONDS,
  texts,
} from './constants.ts';

/**
 * Settings that every page needs before sign-in. Separate from the schemas, because the visitor side does not load zod.
 */
export interface SystemSettings {
  imageStyles: Record<string, string>;
  signUrl: { maxAgeSec: number; refreshMs: number };
  upload: { maxBytes: number };
  /** How often a running task is asked about. */
  task: { pollMs: number };
  retention: { userUploadDays: number; resultDays: number };
  /** What visitors see of the general settings. */
  site: {
    siteName: string;
    logo: string;
    customerService: { wechat: string; phone: string; qrImage: string };
    agreementUrl: string;
    privacyUrl: string;
    agreementVersion: string;
    aiNotice: string;
    /** Null: open. Otherwise what a visitor is told; those let through get null. */
    maintenance: string | null;
  };
}

/** Defaults while nothing is stored or loading failed. */
export const defaultSystemSettings: SystemSettings = {
  imageStyles: { ...DEFAULT_IMAGE_STYLES },
  signUrl: { maxAgeSec: SIGNED_URL_SECONDS, refreshMs: IMAGE_REFRESH_MS },
  upload: { maxBytes: MAX_UPLOAD_BYTES },
  task: { pollMs: 3_000 },
  retention: { userUploadDays: 90, resultDays: 180 },
  site: {
    siteName: texts.appTitle,
    logo: '',
    customerService: { wechat: '', phone: '', qrImage: '' },
    agreementUrl: '',
    privacyUrl: '',
    agreementVersion: '1',
    aiNotice: texts.aiNotice,
    maintenance: null,
  },
};

/** Merges loaded settings over the defaults, the picture styles key by key (docs/specification.md#start-up). */
export const mergeSystemSettings = (
  loaded: Partial<SystemSettings> | null | undefined,
): SystemSettings => ({
  imageStyles: { ...defaultSystemSettings.imageStyles, ...loaded?.imageStyles },
  signUrl: { ...defaultSystemSettings.signUrl, ...loaded?.signUrl },
  upload: { ...defaultSystemSettings.upload, ...loaded?.upload },
  task: { ...defaultSystemSettings.task, ...loaded?.task },
  retention: { ...defaultSystemSettings.retention, ...loaded?.retention },
  site: { ...defaultSystemSettings.site, ...loaded?.site },
});
