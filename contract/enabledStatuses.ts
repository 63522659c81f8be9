import type { Choice } from './action.ts';
import { oneOf } from './states.ts';

/** States of records that are switched on and off: categories, keywords, presets, sizes, prices. */
export const enabledStatuses = {
  enabled: { label: '已启用', tone: 'success' },
  disabled: { label: '已停用', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type EnabledStatus = keyof typeof enabledStatuses;
export const enabledStatus = oneOf(enabledStatuses);
