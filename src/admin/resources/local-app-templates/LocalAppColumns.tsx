import { Box } from '@mui/material';
import { LocalAppAside } from './LocalAppAside.tsx';
import { LocalAppInputs } from './LocalAppInputs.tsx';

export const LocalAppColumns = () => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 264px' },
      gap: 2,
      alignItems: 'start',
    }}
  >
    <Box sx={{ minWidth: 0 }}>
      <LocalAppInputs />
    </Box>
    <LocalAppAside />
  </Box>
);
