import { Skeleton } from '@mui/material';
import { type PropsWithChildren, use } from 'react';
import { ShowContext } from 'react-admin';

/** Room for what a list's rows do not carry, until the record itself is there. */
export const WholeRecord = ({ children }: PropsWithChildren) =>
  use(ShowContext)?.isPlaceholderData ? <Skeleton variant="rounded" height={64} /> : children;
