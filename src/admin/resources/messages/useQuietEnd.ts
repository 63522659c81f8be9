import { endOfQuiet, type QuietHours } from '#contract/quietHours.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { clock } from './clock.ts';

/** When messages to users are sent that are made now, as a time of day; null where at once. */
export const useQuietEnd = (quietHours: QuietHours | undefined): string | null => {
  const now = useNow();
  const end = quietHours ? endOfQuiet(quietHours, now) : null;
  return end === null ? null : clock(end, now);
};
