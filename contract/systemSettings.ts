import { DEFAULT_IMAGE_STYLES, MAX_TICKET_BYTES, texts } from './constants.ts';
import type { LegalSettings } from './legal.ts';

/**
 * Settings that every page needs before sign-in. Separate from the schemas, because the visitor side does not load zod.
 */
export interface SystemSettings {
  imageStyles: Record<string, string>;
  /** Bytes of an uploaded picture. */
  upload: { maxBytes: number };
  /** How often a running task is asked about. */
  task: { pollMs: number };
  retention: {
    userUploadDays: number;
    resultDays: number;
    trashDays: number;
    /** How long limits of a deleted account hold for its user. */
    pastAccountDays: number;
  };
  /** What visitors see of the general settings. */
  site: {
    siteName: string;
    logo: string;
    customerService: { wechat: string; phone: string; qrImage: string };
    /** The version of agreement and privacy text that is to be accepted. */
    agreementVersion: string;
    legal: LegalSettings;
    /** Whether photos go abroad, to the international site of the image service. */
    isAbroad: boolean;
    aiNotice: string;
    /** Null: open. Otherwise what a visitor is told; those let through get null. */
    maintenance: string | null;
    /** Null: open for the caller. Otherwise what a visitor of the web is told while only the mini-program is open. */
    closed: string | null;
  };
}

/** Defaults while nothing is stored or loading failed. */
export const defaultSystemSettings: SystemSettings = {
  imageStyles: { ...DEFAULT_IMAGE_STYLES },
  upload: { maxBytes: MAX_TICKET_BYTES },
  task: { pollMs: 3_000 },
  retention: { userUploadDays: 90, resultDays: 180, trashDays: 30, pastAccountDays: 180 },
  site: {
    siteName: texts.appTitle,
    logo: '',
    customerService: { wechat: '', phone: '', qrImage: '' },
    agreementVersion: '1',
    legal: {
      operator: { name: '', licenseUrl: '', address: '' },
      filing: { icp: '', police: '', algorithm: '', model: '', modelNumber: '' },
      complaints: { acceptDays: 1, answerDays: 7 },
      documents: {
        agreement: '',
        privacy: '',
        sharing: '',
        collection: '',
        minors: '',
        refunds: '',
        face: '',
      },
    },
    isAbroad: false,
    aiNotice: texts.aiNotice,
    maintenance: null,
    closed: null,
  },
};

/** Merges loaded settings over the defaults, the picture styles key by key (docs/specification.md#start-up). */
export const mergeSystemSettings = (
  loaded: Partial<SystemSettings> | null | undefined,
): SystemSettings => ({
  imageStyles: { ...defaultSystemSettings.imageStyles, ...loaded?.imageStyles },
  upload: { ...defaultSystemSettings.upload, ...loaded?.upload },
  task: { ...defaultSystemSettings.task, ...loaded?.task },
  retention: { ...defaultSystemSettings.retention, ...loaded?.retention },
  site: { ...defaultSystemSettings.site, ...loaded?.site },
});
