import { Cron as Croner } from 'croner';

/**
 * Seven-field cron as Tencent writes it: `second minute hour day month week year`.
 * Read in Asia/Shanghai, as the platform does; with day and week both given it fires on either.
 */
export interface Cron {
  /** First instant strictly after `after` (epoch ms), or null when the schedule has ended. */
  next(after: number): number | null;
}

const LAST_YEAR = 2099;

/** @throws Error that says what is wrong with it */
export function parseCron(text: string): Cron {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 7)
    throw new Error('a schedule has seven fields: second minute hour day month week year');
  if ((fields[6]!.match(/\d{4,}/g) ?? []).some(year => Number(year) > LAST_YEAR))
    throw new Error(`a year is at most ${LAST_YEAR}`);
  // Elsewhere the question mark is the moment of parsing.
  const pattern = fields.map(field => (field === '?' ? '*' : field)).join(' ');
  const cron = new Croner(pattern, { timezone: 'Asia/Shanghai', paused: true });
  return { next: after => cron.nextRun(new Date(after))?.getTime() ?? null };
}
