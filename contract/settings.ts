import { publicRead } from './action.ts';
import { legalKinds } from './legal.ts';
import type { SystemSettings } from './systemSettings.ts';
import { z } from './zod.ts';

/** Answered publicly: must not contain secrets. */
const systemSettings: z.ZodType<SystemSettings> = z.object({
  imageStyles: z.record(z.string(), z.string()),
  upload: z.object({ maxBytes: z.int() }),
  task: z.object({ pollMs: z.int() }),
  retention: z.object({
    userUploadDays: z.int(),
    resultDays: z.int(),
    trashDays: z.int(),
    pastAccountDays: z.int(),
  }),
  site: z.object({
    siteName: z.string(),
    logo: z.string(),
    customerService: z.object({ wechat: z.string(), phone: z.string(), qrImage: z.string() }),
    agreementVersion: z.string(),
    legal: z.object({
      operator: z.object({ name: z.string(), licenseUrl: z.string(), address: z.string() }),
      filing: z.object({
        icp: z.string(),
        police: z.string(),
        algorithm: z.string(),
        model: z.string(),
        modelNumber: z.string(),
      }),
      complaints: z.object({ acceptDays: z.int(), answerDays: z.int() }),
      documents: z.record(z.enum(legalKinds), z.string()),
    }),
    isAbroad: z.boolean(),
    aiNotice: z.string(),
    maintenance: z.string().nullable(),
    closed: z.string().nullable(),
  }),
});

export const systemSettingsActions = {
  getSettings: publicRead({
    input: z.strictObject({ group: z.literal('system') }),
    output: systemSettings,
    example: { group: 'system' },
  }),
  /** A legal text as visitors read it; '' as version for the default text while none is published. */
  getLegalText: publicRead({
    input: z.strictObject({ kind: z.enum(legalKinds), version: z.string().max(20).optional() }),
    output: z.object({
      version: z.string(),
      text: z.string(),
      /** The newest versions that can be read, the current one first. */
      versions: z.array(z.string()),
    }),
    example: { kind: 'privacy' },
  }),
};
