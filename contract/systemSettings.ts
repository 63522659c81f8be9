import { DEFAULT_IMAGE_STYLES, MAX_TICKET_BYTES, texts } from './constants.ts';
import type { LegalSettings } from './legal.ts';

/**
 * Settings that every page needs before sign-in, as they are while nothing is stored or loading failed. Separate from the
 * schemas, because the visitor side does not load zod.
 */
export const defaultSystemSettings = {
  imageStyles: { ...DEFAULT_IMAGE_STYLES } as Record<string, string>,
  /** Bytes of an uploaded picture. */
  upload: { maxBytes: MAX_TICKET_BYTES },
  /** How often a running task is asked about. */
  task: { pollMs: 3_000 },
  /** How often pages of the back office look by themselves whether what they show has changed; 0 for never. */
  looks: { everySec: 30 },
  retention: {
    userUploadDays: 90,
    resultDays: 180,
    trashDays: 30,
    /** How long orders, credits, complaints and logs name their user (`docs/before-you-open.md`). */
    orderYears: 3,
    ledgerYears: 3,
    feedbackYears: 3,
    auditMonths: 36,
    userLogMonths: 36,
    /** How long the photos of a print order are kept after it was delivered, cancelled or refunded. */
    printPhotoDays: 30,
    /** How long limits of a deleted account hold for its user. */
    pastAccountDays: 180,
  },
  /** What visitors see of the general settings. */
  site: {
    siteName: texts.appTitle as string,
    logo: '',
    customerService: { wechat: '', phone: '', qrImage: '' },
    /** The version of agreement and privacy text that is to be accepted. */
    agreementVersion: '1',
    legal: {
      operator: { name: '', licenseUrl: '', address: '' },
      filing: { icp: '', police: '', algorithm: '', model: '', modelNumber: '' },
      complaints: { acceptDays: 1, answerDays: 7 },
      minors: { under14: false as boolean },
      documents: {
        agreement: '',
        privacy: '',
        sharing: '',
        collection: '',
        minors: '',
        refunds: '',
        face: '',
      },
    } satisfies LegalSettings,
    /** Whether photos go abroad, to the international site of the image service. */
    isAbroad: false,
    aiNotice: texts.aiNotice as string,
    /** Null: open. Otherwise the sentence for visitors; those let through get null. */
    maintenance: null as string | null,
    /**
     * Null: open for the caller. Otherwise the sentence for visitors of the web while only the mini-program is open.
     */
    closed: null as string | null,
  },
};
export type SystemSettings = typeof defaultSystemSettings;

/** Merges loaded settings over the defaults, the picture styles key by key (docs/specification.md#start-up). */
export const mergeSystemSettings = (
  loaded: Partial<SystemSettings> | null | undefined,
): SystemSettings => ({
  imageStyles: { ...defaultSystemSettings.imageStyles, ...loaded?.imageStyles },
  upload: { ...defaultSystemSettings.upload, ...loaded?.upload },
  task: { ...defaultSystemSettings.task, ...loaded?.task },
  looks: { ...defaultSystemSettings.looks, ...loaded?.looks },
  retention: { ...defaultSystemSettings.retention, ...loaded?.retention },
  site: { ...defaultSystemSettings.site, ...loaded?.site },
});
