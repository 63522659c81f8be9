import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export interface SideBySideProps {
  /** The widths of the columns, from each width of the screen on. */
  columns: { sm?: string; md?: string; lg?: string; xl?: string };
  columnGap?: number;
  rowGap?: number;
  children: ReactNode;
}

/** The parts of some details beside each other, and below each other where the screen is narrower. */
export const SideBySide = ({ columns, columnGap = 4, rowGap = 2, children }: SideBySideProps) => (
  <Box
    sx={{
      display: 'grid',
      columnGap,
      rowGap,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...columns },
      '& > *': { minWidth: 0 },
    }}
  >
    {children}
  </Box>
);
