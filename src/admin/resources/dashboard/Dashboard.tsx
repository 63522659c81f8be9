import { Box } from '@mui/material';
import { AttentionCard } from './AttentionCard.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { OrderCard } from './OrderCard.tsx';
import { OrderShares } from './OrderShares.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import { PrintCard } from './PrintCard.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import { UserCard } from './UserCard.tsx';

const columns = (wide: string) => ({
  display: 'grid',
  gap: 2,
  alignItems: 'stretch',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: wide },
});

/** What needs attention first, then the figures. */
export const Dashboard = () => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <AttentionCard />
    <PeriodPicker />
    <KeyFigures />
    <Box sx={columns('minmax(0, 2fr) minmax(0, 1fr)')}>
      <OrderCard />
      <OrderShares />
    </Box>
    <Box sx={columns('minmax(0, 1fr) minmax(0, 1fr)')}>
      <TemplateCard />
      <UserCard />
    </Box>
    <Box sx={columns('minmax(0, 1fr) minmax(0, 1fr)')}>
      <PrintCard />
      <ActivityCard />
    </Box>
  </Box>
);
