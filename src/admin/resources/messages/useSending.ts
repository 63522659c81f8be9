import { useQuery } from '@tanstack/react-query';
import { endOfQuiet, type QuietHours } from '#contract/quietHours.ts';
import { dayOf, exactTime } from '../../../shared/time.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';

export const SENDING = ['adminMessage', 'getSending'];

/** What keeps messages to users from being sent, for what a dialog promises; undefined until it is known. */
export const useSending = (isNeeded = true) => {
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: SENDING,
    queryFn: () => invoke('adminMessage', 'getSending', {}),
    staleTime: 60_000,
    enabled: isNeeded,
  }).data;
};

/** `08:00`, with the day where it is another. */
export const clock = (instant: number, now: number) =>
  exactTime(instant).slice(dayOf(instant) === dayOf(now) ? 11 : 5, 16);

/** When messages to users are sent that are made now, as a time of day; null where at once. */
export const useQuietEnd = (quietHours: QuietHours | undefined): string | null => {
  const now = useNow();
  const end = quietHours ? endOfQuiet(quietHours, now) : null;
  return end === null ? null : clock(end, now);
};
