import { Box } from '@mui/material';
import { createContext, type ReactNode, use } from 'react';

/** Whether the role may see the form around, but save nothing. */
export const ReadOnlyContext = createContext(false);

/** Around inputs: they say what they hold, and take nothing where the form is only read. */
export const ReadOnly = ({ children }: { children: ReactNode }) =>
  use(ReadOnlyContext) ? (
    <Box
      component="fieldset"
      disabled
      sx={{ border: 0, p: 0, m: 0, minWidth: 0, '& .MuiInputBase-root': { pointerEvents: 'none' } }}
    >
      {children}
    </Box>
  ) : (
    children
  );
