import type { QuickFunction, QuickPlatform } from '#contract/quickFunction.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type QuickFunctionRecord = RecordOf<QuickFunction>;

export type Schedule = 'always' | 'running' | 'coming' | 'over';

/** The state of an entry's schedule at an instant. */
export const scheduleAt = (
  { startTime, endTime }: Pick<QuickFunction, 'startTime' | 'endTime'>,
  now: number,
): Schedule => {
  if (startTime === null && endTime === null) return 'always';
  if (startTime !== null && now < startTime) return 'coming';
  return endTime !== null && now >= endTime ? 'over' : 'running';
};

/** Whether visitors of a platform see an entry at a moment: only while they can see what it leads to. */
export const isShown = (
  entry: Pick<QuickFunction, 'status' | 'platforms' | 'startTime' | 'endTime'> &
    Partial<Pick<QuickFunction, 'targetDead'>>,
  platform: QuickPlatform,
  now: number,
): boolean =>
  entry.status === 'enabled' &&
  !entry.targetDead &&
  entry.platforms.includes(platform) &&
  ['always', 'running'].includes(scheduleAt(entry, now));
