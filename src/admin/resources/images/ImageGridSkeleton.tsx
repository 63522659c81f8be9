import { Box, Skeleton } from '@mui/material';
import { imageGridStyle } from './imageGridStyle.ts';

const TILES = 12;

export const ImageGridSkeleton = () => (
  <Box aria-busy sx={{ ...imageGridStyle, borderTop: 1, borderColor: 'divider' }}>
    {Array.from({ length: TILES }, (_, at) => (
      <div key={at}>
        <Skeleton variant="rounded" sx={{ width: 1, height: 'auto', aspectRatio: '1 / 1' }} />
        <Skeleton width={`${72 - ((at * 11) % 30)}%`} sx={{ mt: 1 }} />
        <Skeleton width="45%" />
      </div>
    ))}
  </Box>
);
