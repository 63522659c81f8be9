import { Box, Skeleton } from '@mui/material';

const rows = [0, 1, 2, 3, 4, 5];

export const PageSkeleton = () => (
  <Box aria-busy="true" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
    <Skeleton variant="rounded" width={220} height={34} />
    {rows.map(row => (
      <Skeleton key={row} variant="rounded" height={44} />
    ))}
  </Box>
);
