import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface ListStateProps {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  role?: 'status' | 'alert';
}

/** Shown instead of records: why there are none, and the next step. */
export const ListState = ({ icon, title, text, action, role = 'status' }: ListStateProps) => (
  <Box
    role={role}
    sx={{
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      textAlign: 'center',
      gap: 1,
      px: 3,
      py: { xs: 7, sm: 10 },
    }}
  >
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 48,
        height: 48,
        mb: 0.5,
        borderRadius: 3,
        color: 'text.secondary',
        bgcolor: 'action.hover',
        border: 1,
        borderColor: 'divider',
      }}
    >
      {icon}
    </Box>
    <Typography variant="h2">{title}</Typography>
    {text && (
      <Typography variant="body2" sx={{ maxWidth: 360, color: 'text.secondary' }}>
        {text}
      </Typography>
    )}
    {action && <Box sx={{ mt: 1.5 }}>{action}</Box>}
  </Box>
);
