import { publicRead } from './action.ts';
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
    agreementUrl: z.string(),
    privacyUrl: z.string(),
    agreementVersion: z.string(),
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
};
