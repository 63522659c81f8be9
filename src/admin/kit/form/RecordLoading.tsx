import { Box, Card, Skeleton } from '@mui/material';
import { RECORD_HEAD } from '../base/measures.ts';

/** The shape of a form that is on its way. */
export const RecordLoading = () => (
  <Box aria-busy>
    <Skeleton className={RECORD_HEAD} variant="rounded" height={40} width={280} sx={{ mb: 2 }} />
    {[200, 260, 160].map(height => (
      <Card key={height} sx={{ p: 3, mb: 2 }}>
        <Skeleton width={96} sx={{ mb: 2 }} />
        <Skeleton variant="rounded" height={height} />
      </Card>
    ))}
  </Box>
);
