import { Box } from '@mui/material';
import { createContext, type ReactNode, use } from 'react';

/** Whether the role may see the form around, but save nothing. */
export const ReadOnlyContext = createContext(false);

/** What changes a value beside typing, and the words that invite to. */
const changing = [
  'button.MuiButton-root',
  'button.MuiIconButton-root',
  '.MuiChip-deleteIcon',
  '[role=group] button .MuiTypography-caption',
]
  .map(selector => `& ${selector}`)
  .join();

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
        [changing]: { display: 'none' },
      }}
    >
      {children}
    </Box>
  ) : (
    children
  );
