import { publicRead } from './action.ts';
import type { SystemSettings } from './systemSettings.ts';
import { z } from './zod.ts';

/** Answered publicly: must not contain secrets. */
const systemSettings: z.ZodType<SystemSettings> = z.object({
  imageStyles: z.record(z.string(), z.string()),
  signUrl: z.object({ maxAgeSec: z.int(), refreshMs: z.int() }),
  upload: z.object({ maxBytes: z.int() }),
});

export const systemSettingsActions = {
  getSettings: publicRead({
    input: z.strictObject({ group: z.literal('system') }),
    output: systemSettings,
    example: { group: 'system' },
  }),
};
