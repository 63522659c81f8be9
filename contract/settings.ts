import { publicRead } from './action.ts';
import { legalKinds } from './legal.ts';
import { defaultSystemSettings, type SystemSettings } from './systemSettings.ts';
import { z } from './zod.ts';

/** Stored values may be older than today's rules, so an answer accepts any value of the right type. */
export const typesOf = (value: unknown): z.ZodType => {
  if (value === null) return z.string().nullable();
  if (typeof value === 'string') return z.string();
  if (typeof value === 'number') return z.number();
  if (typeof value === 'boolean') return z.boolean();
  if (Array.isArray(value)) return z.array(z.string());
  const fields = value as Record<string, unknown>;
  if (Object.keys(fields).length === 0) return z.record(z.string(), z.unknown());
  if ('thumbnail' in fields) return z.record(z.string(), z.string());
  return z.object(Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, typesOf(v)])));
};

export const systemSettingsActions = {
  getSettings: publicRead({
    input: z.strictObject({ group: z.literal('system') }),
    /** Answered publicly: must not contain secrets. */
    output: typesOf(defaultSystemSettings) as z.ZodType<SystemSettings>,
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
