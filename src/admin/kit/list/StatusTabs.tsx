import { Box, Tab, Tabs } from '@mui/material';
import { memo, useState } from 'react';
import { useListContext } from 'react-admin';
import { formatBadge, formatTotal } from '../../../shared/count.ts';
import { useTexts, useUnchanged } from '../base/hooks.ts';
import { Quiet } from '../field/valueFields.tsx';
import { useListFilters } from './ListFilters.tsx';

const ALL = 'all';

export interface TabChoice {
  label: string;
  /** Where a tab stands for several states. */
  states?: readonly string[];
}

/** What is seen often and is no state: the values of another filter, in all states. */
export interface FurtherTab extends Required<TabChoice> {
  source: string;
}

export interface StatusTabsProps {
  source?: string;
  choices: Record<string, TabChoice>;
  further?: Record<string, FurtherTab>;
}

/** A count that is to come has its place before. */
const Label = ({ text, count }: { text: string; count?: string | undefined }) => (
  <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'baseline' }}>
    {text}{' '}
    {count !== undefined && (
      <Quiet component="span" tiny sx={{ fontWeight: 400, minWidth: '3ch', textAlign: 'left' }}>
        {count}
      </Quiet>
    )}
  </Box>
);

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every(one => others.includes(one));

const none = {};

/** False where they are not counted; none of them while they are asked for. */
type Counts = Record<string, number> | false;

const countOf = (counts: Counts, states: readonly string[]) => {
  if (!counts) return undefined;
  return counts === none ? '' : formatBadge(...states.map(state => counts[state] ?? 0));
};

/** A list's states with their counts, which come with the page (`meta.counts`). */
export const StatusTabs = (props: StatusTabsProps) => {
  const { meta, isPending } = useListContext();
  const counts = useUnchanged((meta as { counts?: Record<string, number> } | undefined)?.counts);
  return <TabRow {...props} counts={counts ?? (isPending && none)} total={useTotal(props)} />;
};

/** How many there are in all states: the list's own total, kept from before while one state is shown; '' when not known. */
const useTotal = ({ source = 'status', further = none }: StatusTabsProps): string => {
  const { total, isPending, isPlaceholderData, error } = useListContext();
  const { filters } = useListFilters();
  const byTabs = [source, ...Object.values(further).map(tab => tab.source)];
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  const isNarrowed = set.some(([name]) => byTabs.includes(name));
  const of = JSON.stringify(set.filter(([name]) => !byTabs.includes(name)).sort());
  const [known, setKnown] = useState({ of: '', total: '' });
  const now =
    isNarrowed || isPending || isPlaceholderData || error ? undefined : formatTotal(total);
  if (now !== undefined && (known.of !== of || known.total !== now)) setKnown({ of, total: now });
  return now ?? (known.of === of ? known.total : '');
};

/** By itself, because tabs measure the page whenever they are rendered. */
const TabRow = memo(function TabRow({
  source = 'status',
  choices,
  further = none,
  counts,
  total,
}: StatusTabsProps & { counts: Counts; total: string }) {
  const t = useTexts('list');
  const { filters, change } = useListFilters();
  const askedOf = (name: string) => [(filters[name] ?? []) as string | string[]].flat();
  const asked = askedOf(source);
  const tabs = Object.entries(choices).map(([id, { label, states = [id] }]) => ({
    id,
    label,
    states,
    count: countOf(counts, states),
  }));
  const ofState = asked.length === 0 ? ALL : tabs.find(({ states }) => isSame(states, asked))?.id;
  const [other, otherTab] =
    Object.entries(further).find(
      ([, tab]) => asked.length === 0 && isSame(tab.states, askedOf(tab.source)),
    ) ?? [];
  const choose = (id: string) => {
    const chosen = further[id] ?? tabs.find(tab => tab.id === id);
    change({
      [source]: undefined,
      ...(otherTab && { [otherTab.source]: undefined }),
      ...(chosen && {
        [further[id]?.source ?? source]:
          chosen.states.length > 1 ? [...chosen.states] : chosen.states[0],
      }),
    });
  };
  return (
    <Tabs
      // A filter without a tab, as an address may contain it.
      value={other ?? ofState ?? false}
      onChange={(_event, value: string) => choose(value)}
      scrollButtons="auto"
      aria-label={t('tabs')}
      sx={{ px: 1, borderBottom: 'none', minWidth: 0 }}
    >
      <Tab value={ALL} label={<Label text={t('all')} count={counts ? total : undefined} />} />
      {tabs.map(one => (
        <Tab key={one.id} value={one.id} label={<Label text={one.label} count={one.count} />} />
      ))}
      {Object.entries(further).map(([id, { label }]) => (
        <Tab key={id} value={id} label={<Label text={label} />} />
      ))}
    </Tabs>
  );
});
