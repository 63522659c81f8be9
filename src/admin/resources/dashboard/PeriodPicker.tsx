import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { MOST_DAYS } from '#contract/dashboard.ts';
import { dayOf } from '../../../shared/time.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { writtenDay } from '../../kit/charts/days.ts';
import { DaysPicker } from '../../kit/list/rangeFilters.tsx';
import { instantsOf, PERIODS, usePeriod } from './useDashboard.ts';

/** As counters name it: `20261120`. */
const counterDay = (instant: number) => dayOf(instant).replaceAll('-', '');

/** The period of the figures: the last so many days, or from one day to another. */
export const PeriodPicker = () => {
  const t = useTexts('dashboard');
  const [period, setPeriod] = usePeriod();
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const isOwn = 'from' in period;
  const choose = (next: number | 'own' | null) => {
    if (typeof next === 'number') setPeriod({ days: next });
    else setIsOpen(true);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      <Typography component="h2" sx={{ fontSize: '0.9375rem', fontWeight: 600, mr: 'auto' }}>
        {t('figures')}
      </Typography>
      <ToggleButtonGroup
        ref={anchor}
        value={isOwn ? 'own' : period.days}
        onChange={(_event, next: number | 'own' | null) => choose(next)}
        aria-label={t('period')}
        sx={{ bgcolor: 'background.paper' }}
      >
        {PERIODS.map(days => (
          <ToggleButton key={days} value={days} sx={{ px: 1.5, py: 0.5 }}>
            {t(`periods.${days}`)}
          </ToggleButton>
        ))}
        <ToggleButton value="own" aria-haspopup="dialog" sx={{ px: 1.5, py: 0.5 }}>
          {isOwn ? `${writtenDay(period.from)} – ${writtenDay(period.to)}` : t('periods.own')}
        </ToggleButton>
      </ToggleButtonGroup>
      <DaysPicker
        open={isOpen}
        anchor={anchor}
        label={t('period')}
        most={MOST_DAYS}
        range={isOwn ? instantsOf(period) : {}}
        onClose={() => setIsOpen(false)}
        onChosen={({ from, to }) => {
          setIsOpen(false);
          setPeriod({ from: counterDay(from), to: counterDay(to) });
        }}
      />
    </Box>
  );
};
