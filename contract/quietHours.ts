import { DAY_MS, dayOf, MINUTE_MS, startOf, timeOfDay } from './shanghai.ts';

/** Times of day in Shanghai as `22:00`; they may go past midnight. */
export interface QuietHours {
  on: boolean;
  from: string;
  to: string;
}

const millisecondsOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
};

/** The end of the quiet hours that it is in now, which may be tomorrow; null outside of them. */
export const endOfQuiet = ({ on, from, to }: QuietHours, now: number): number | null => {
  const [begin, end, time] = [millisecondsOf(from), millisecondsOf(to), timeOfDay(now)];
  if (!on || begin === end) return null;
  const isQuiet = begin < end ? time >= begin && time < end : time >= begin || time < end;
  if (!isQuiet) return null;
  return startOf(dayOf(now)) + end + (time < end ? 0 : DAY_MS);
};
