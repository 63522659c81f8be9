import { Box, Card, Skeleton } from '@mui/material';

/** The shape of a form that is on its way. */
export const RecordLoading = () => (
  <Box aria-busy>
    <Skeleton variant="rounded" height={36} width={280} sx={{ mb: 2 }} />
    {[200, 260, 160].map(height => (
      <Card key={height} sx={{ p: 3, mb: 2 }}>
        <Skeleton width={96} sx={{ mb: 2 }} />
        <Skeleton variant="rounded" height={height} />
      </Card>
    ))}
  </Box>
);
