import { endOfQuiet } from '#contract/quietHours.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { clock } from './clock.ts';
import type { NotificationSettings } from './useNotificationSettings.ts';

/** When messages to users are sent that are made now, as a time of day; null where at once. */
export const useQuietEnd = (settings: NotificationSettings | undefined): string | null => {
  const now = useNow();
  const end = settings ? endOfQuiet(settings.quietHours, now) : null;
  return end === null ? null : clock(end, now);
};
