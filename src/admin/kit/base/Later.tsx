import { Box } from '@mui/material';
import { type PropsWithChildren, useDeferredValue } from 'react';

export interface LaterProps extends PropsWithChildren {
  /** CSS pixels that are kept free for them. */
  height?: number;
}

/** What surrounds that for which a page is opened: rendered once that is, in its own time. */
export const Later = ({ height, children }: LaterProps) =>
  useDeferredValue(true, false) ? children : <Box sx={{ height }} />;
