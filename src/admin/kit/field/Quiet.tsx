import { Box, type BoxProps } from '@mui/material';
import type { ElementType } from 'react';
import { useTranslate } from 'react-admin';

export interface QuietProps extends BoxProps {
  component?: ElementType;
  /** Smaller than what is beside it, and smaller still. */
  small?: boolean;
  tiny?: boolean;
}

/** What matters less than what is beside it. */
export const Quiet = ({ small, tiny, sx = [], ...box }: QuietProps) => (
  <Box
    {...box}
    sx={[
      { color: 'text.secondary', ...(small && { fontSize: '0.8125rem' }) },
      ...(tiny ? [{ fontSize: '0.75rem' }] : []),
      ...(Array.isArray(sx) ? sx : [sx]),
    ]}
  />
);

/** In place of a value that is not there. */
export const None = () => {
  const translate = useTranslate();
  return <Quiet component="span">{translate('list.none')}</Quiet>;
};
