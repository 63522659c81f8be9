import { useSearchParams } from 'react-router-dom';
import { period as periodRules, type TemplateRanking } from '#contract/dashboard.ts';
import type { ActionData, ActionName } from '#contract/index.ts';
import { dayEnd, dayStart } from '../../../shared/time.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { useLookedQuery, usePace } from '../../kit/base/useLook.ts';
import { writtenDay } from '../../kit/charts/days.ts';

const REFRESH_MS = 60_000;

export const PERIODS = [7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;

interface Range {
  from: string;
  to: string;
}
type Period = { days: number } | Range;

/** The days that the figures cover, in the address: the last so many, or from one day to another. */
export const usePeriod = (): [Period, (period: Period) => void] => {
  const [search, setSearch] = useSearchParams();
  const [from, to] = [search.get('from'), search.get('to')];
  const days = PERIODS.find(period => String(period) === search.get('days')) ?? DEFAULT_DAYS;
  // An address may name anything.
  const isRange = from !== null && to !== null && periodRules.safeParse({ from, to }).success;
  const period = isRange ? { from, to } : { days };
  const set = (next: Period) =>
    setSearch(
      Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)])),
      { replace: true },
    );
  return [period, set];
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
