import { Chip, type ChipProps } from '@mui/material';

/** A mark as high as the text beside it. */
export const SmallChip = (props: ChipProps) => (
  <Chip {...props} sx={{ height: 18, fontSize: '0.6875rem', flex: 'none' }} />
);
