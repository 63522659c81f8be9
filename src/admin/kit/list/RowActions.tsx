import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** The end of a row; clicking here does not open it. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Box
    onClick={event => event.stopPropagation()}
    sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', mr: -0.75 }}
  >
    {children}
  </Box>
);
