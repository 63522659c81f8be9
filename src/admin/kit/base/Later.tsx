import { Box } from '@mui/material';
import { type PropsWithChildren, type ReactNode, useDeferredValue } from 'react';

export interface LaterProps extends PropsWithChildren {
  /** CSS pixels that are kept free for them. */
  height?: number;
  instead?: ReactNode;
}

/**
 * What surrounds that for which a page is opened, or is much to render: rendered after the rest, piece by piece, while
 * clicks and keys are heard.
 */
export const Later = ({
  height,
  instead = <Box aria-busy sx={{ height }} />,
  children,
}: LaterProps) => (useDeferredValue(true, false) ? children : instead);
