import { isFields } from '../../../shared/isFields.ts';
import { dayOf, dayStart } from '../../../shared/time.ts';

/** Days of the calendar, the last of them today. */
export const PRESETS = { today: 1, week: 7, month: 30, quarter: 90 } as const;
const DAY = 86_400_000;

export const lastDays = (days: number) => ({
  from: dayStart(dayOf(Date.now() - (days - 1) * DAY)),
});

type Preset = keyof typeof PRESETS;
export const presets = Object.entries(PRESETS) as [Preset, number][];

/** Which of them a filter holds. */
export const presetOf = (value: unknown): Preset | undefined =>
  presets.find(([, days]) => JSON.stringify(value) === JSON.stringify(lastDays(days)))?.[0];

type Filter = Record<string, unknown>;
const mapped = (filter: Filter, by: (value: unknown) => unknown): Filter =>
  Object.fromEntries(Object.entries(filter).map(([source, value]) => [source, by(value)]));

/** As it is kept with a view: these days move on with the calendar, and are days of today when it is opened. */
export const keptFilter = (filter: Filter): Filter =>
  mapped(filter, value => {
    const preset = presetOf(value);
    return preset ? { lastDays: PRESETS[preset] } : value;
  });

export const openedFilter = (filter: Filter): Filter =>
  mapped(filter, value =>
    isFields(value) && typeof value['lastDays'] === 'number' ? lastDays(value['lastDays']) : value,
  );
