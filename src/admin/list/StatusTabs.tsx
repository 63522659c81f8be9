import { Box, Tab, Tabs } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import type { Choice } from '#contract/action.ts';
import { useFilter } from './useFilter.ts';

const ALL = 'all';

export interface StatusTabsProps {
  source?: string;
  choices: Record<string, Choice>;
}

const Label = ({ text, count }: { text: string; count?: number | undefined }) => (
  <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'baseline' }}>
    {text}{' '}
    {count !== undefined && (
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', fontWeight: 400 }}>
        {count.toLocaleString('zh-CN')}
      </Box>
    )}
  </Box>
);

/** A list's states with how many records each holds; the counts come along with the page (`meta.counts`). */
export const StatusTabs = ({ source = 'status', choices }: StatusTabsProps) => {
  const translate = useTranslate();
  const { meta } = useListContext();
  const counts = (meta as { counts?: Record<string, number> } | undefined)?.counts;
  const [status, setStatus] = useFilter<string>(source);
  const all = counts && Object.keys(choices).reduce((sum, id) => sum + (counts[id] ?? 0), 0);
  return (
    <Tabs
      value={typeof status === 'string' && status in choices ? status : ALL}
      onChange={(_event, value: string) => setStatus(value === ALL ? undefined : value)}
      variant="scrollable"
      scrollButtons="auto"
      aria-label={translate('list.tabs')}
      sx={{ px: 1, borderBottom: 'none', minWidth: 0 }}
    >
      <Tab value={ALL} label={<Label text={translate('list.all')} count={all} />} />
      {Object.entries(choices).map(([id, { label }]) => (
        <Tab key={id} value={id} label={<Label text={label} count={counts?.[id]} />} />
      ))}
    </Tabs>
  );
};
