import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** A form is easier to read in a narrow column. */
export const FormPage = ({ children, wide = false }: { children: ReactNode; wide?: boolean }) => (
  <Box sx={{ maxWidth: wide ? 880 : 760 }}>{children}</Box>
);
