import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import {
  DEFAULT_DAYS,
  months,
  period as periodRules,
  type TemplateRanking,
} from '#contract/dashboard.ts';
import type { ActionData, ActionName } from '#contract/index.ts';
import { dayEnd, dayStart } from '../../../shared/time.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { useLookedQuery, usePace } from '../../kit/base/useLook.ts';
import { writtenDay } from '../../kit/charts/days.ts';

const REFRESH_MS = 60_000;

export const PERIODS = [7, 30, 90, 365] as const;

interface Range {
  from: string;
  to: string;
}
export type Period = { month: (typeof months)[number] } | { days: number } | Range;

/** As an address has it. */
export const periodSearch = (period: Period) =>
  new URLSearchParams(
    Object.entries(period).map(([name, value]): [string, string] => [name, String(value)]),
  );

/** The days that the figures cover, in the address: a month, the last so many, or from one day to another. */
export const usePeriod = (): [Period, (period: Period) => void] => {
  const [search, setSearch] = useSearchParams();
  const [from, to] = [search.get('from'), search.get('to')];
  const month = months.find(name => name === search.get('month'));
  const days = PERIODS.find(period => String(period) === search.get('days')) ?? DEFAULT_DAYS;
  // An address may name anything.
  const isRange = from !== null && to !== null && periodRules.safeParse({ from, to }).success;
  const period = month ? { month } : isRange ? { from, to } : { days };
  return [period, next => setSearch(periodSearch(next), { replace: true })];
};

export const written = ({ from, to }: Range) => ({ from: writtenDay(from), to: writtenDay(to) });

/** `2026-10-01 – 2026-10-31`; as another text of the dashboard says it. */
export const useWrittenRange = () => {
  const translate = useTranslate();
  return (range: Range, text = 'fromTo', more: object = {}) =>
    translate(`dashboard.${text}`, { ...more, ...written(range) });
};

/** What a period is called: `上月`. */
export const usePeriodName = () => {
  const translate = useTranslate();
  const range = useWrittenRange();
  return (period: Period) => {
    if ('from' in period) return range(period);
    return translate(`dashboard.periods.${'month' in period ? period.month : period.days}`);
  };
};

/** One of the dashboard's calls; cards with the same call share the answer. Refreshed while visible. */
export const useDashboard = <A extends ActionName<'adminDashboard'>>(
  action: A,
  data: ActionData<'adminDashboard', A>,
) => {
  const { invoke } = useDataProvider();
  const query = useLookedQuery({
    queryKey: ['adminDashboard', action, data],
    read: options => invoke('adminDashboard', action, data, options),
    staleTime: REFRESH_MS / 2,
    every: usePace() && REFRESH_MS,
    placeholderData: previous => previous,
  });
  return {
    data: query.data,
    state: {
      loading: query.isPending,
      failed: query.isError && !query.data,
      onRetry: () => void query.refetch(),
    },
  };
};

export interface TemplateSort {
  by: TemplateRanking;
  order: 'asc' | 'desc';
}
export const MOST_USED: TemplateSort = { by: 'succeeded', order: 'desc' };

/** As many templates as any card ranks, so that the cards share one answer. */
const MOST_RANKED = 50;

export const useTemplateStats = (sort: TemplateSort = MOST_USED) => {
  const [period] = usePeriod();
  return useDashboard('getTemplateStats', { ...period, ...sort, limit: MOST_RANKED });
};

/** The period's days as a list's filter. */
export const instantsOf = ({ from, to }: { from: string; to: string }) => ({
  from: dayStart(writtenDay(from)),
  to: dayEnd(writtenDay(to)),
});

/** What figures with coins have cost. */
export const withCost =
  ({ coinPriceFen }: { coinPriceFen: number }) =>
  <D extends { coins: number }>(figures: D) => ({
    ...figures,
    costFen: Math.round((figures.coins * coinPriceFen) / 1_000),
  });
