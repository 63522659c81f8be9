import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export interface BesideProps {
  aside: ReactNode;
  /** CSS pixels of the aside. */
  width: number;
  /** Where there is no room beside it the aside comes first. */
  asideFirst?: boolean;
  /** The aside stays in sight. */
  sticky?: boolean;
  children: ReactNode;
}

/** What a page is about, and what belongs beside it. */
export const Beside = ({ aside, width, asideFirst, sticky, children }: BesideProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `minmax(0, 1fr) ${width}px` },
    }}
  >
    <Box sx={{ minWidth: 0 }}>{children}</Box>
    <Box
      sx={{
        ...stacked,
        order: { xs: asideFirst ? -1 : 0, lg: 0 },
        ...(sticky && { position: { lg: 'sticky' }, top: { lg: 72 } }),
      }}
    >
      {aside}
    </Box>
  </Box>
);

const stacked = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, minWidth: 0 };

/** Parts of a page, one below the other. */
export const Stacked = ({ children }: { children: ReactNode }) => (
  <Box sx={stacked}>{children}</Box>
);
