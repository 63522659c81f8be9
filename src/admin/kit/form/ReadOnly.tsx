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
      sx={{
        // The layout is that of a form that can be saved.
        display: 'contents',
        '& .MuiInputBase-root, & .MuiChip-root': { pointerEvents: 'none' },
        '& button.MuiButton-root, & button.MuiIconButton-root, & .MuiChip-deleteIcon': {
          display: 'none',
        },
      }}
    >
      {children}
    </Box>
  ) : (
    children
  );
