import { Box } from '@mui/material';
import { CountCard } from './CountCard.tsx';
import { RecentTemplates } from './RecentTemplates.tsx';
import { TemplateCounts } from './TemplateCounts.tsx';

export const Dashboard = () => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr 1fr', md: '2fr 1fr 1fr' },
        '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
      }}
    >
      <TemplateCounts />
      <CountCard resource="categories" title="app.dashboard.categories" />
      <CountCard resource="keywords" title="app.dashboard.keywords" />
    </Box>
    <RecentTemplates />
  </Box>
);
