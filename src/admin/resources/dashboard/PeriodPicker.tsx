import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { PERIODS, useDays } from './useDashboard.ts';

export const PeriodPicker = () => {
  const translate = useTranslate();
  const [days, setDays] = useDays();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      <Typography component="h2" sx={{ fontSize: '0.9375rem', fontWeight: 600, mr: 'auto' }}>
        {translate('dashboard.figures')}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={days}
        onChange={(_event, next: number | null) => next && setDays(next)}
        aria-label={translate('dashboard.period')}
        sx={{ bgcolor: 'background.paper' }}
      >
        {PERIODS.map(period => (
          <ToggleButton key={period} value={period} sx={{ px: 1.5, py: 0.5 }}>
            {translate(`dashboard.periods.${period}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
};
