import { Box, type BoxProps } from '@mui/material';
import type { ElementType } from 'react';

export interface PlainListProps extends BoxProps {
  /** A list whose order matters is an `ol`. */
  component?: ElementType;
}

/** A list of rows, cards or pictures, without the marks and the indent of a text's list. */
export const PlainList = ({ component = 'ul', sx = [], ...box }: PlainListProps) => (
  <Box
    component={component}
    {...box}
    sx={[{ listStyle: 'none', m: 0, p: 0 }, ...(Array.isArray(sx) ? sx : [sx])]}
  />
);
