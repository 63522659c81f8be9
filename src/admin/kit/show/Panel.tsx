import { Box, Card, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

export interface PanelProps {
  title: string;
  /** At the right of the title. */
  action?: ReactNode;
  /** Tables reach the card's edges. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of a record's page. */
export const Panel = ({ title, action, flush = false, children }: PanelProps) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          px: 2,
          pt: 1.5,
          pb: flush ? 1.5 : 0.5,
          minHeight: 48,
        }}
      >
        <Typography id={id} variant="h2" sx={{ fontSize: '0.9375rem' }}>
          {title}
        </Typography>
        {action}
      </Box>
      <Box sx={flush ? undefined : { px: 2, pb: 2 }}>{children}</Box>
    </Card>
  );
};
