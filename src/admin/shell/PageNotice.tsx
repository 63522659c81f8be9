import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface PageNoticeProps {
  /** Absent where the page's heading says it. */
  title?: string;
  text: string;
  action: ReactNode;
  alert?: boolean;
}

/** Shown instead of a page: the problem and the next step. */
export const PageNotice = ({ title, text, action, alert }: PageNoticeProps) => (
  <Box
    role={alert ? 'alert' : undefined}
    sx={{
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      gap: 1,
      px: 2,
      py: { xs: 8, sm: 14 },
      textAlign: 'center',
    }}
  >
    {title && <Typography variant="h2">{title}</Typography>}
    <Typography sx={{ maxWidth: 440, mb: 1.5, color: 'text.secondary' }}>{text}</Typography>
    {action}
  </Box>
);
