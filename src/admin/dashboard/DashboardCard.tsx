import type { ReactNode } from 'react';
import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

export interface DashboardCardProps {
  title: string;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  /** Pixels of what is coming, so that nothing jumps. */
  height: number;
  action?: ReactNode;
  children: ReactNode;
}

/** Loads alone, fails alone. */
export const DashboardCard = (props: DashboardCardProps) => {
  const { title, loading, failed, onRetry, height, action, children } = props;
  const translate = useTranslate();
  return (
    <Card component="section" aria-label={translate(title)} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 28, mb: 1 }}>
        <Typography
          component="h2"
          sx={{ flexGrow: 1, fontSize: '0.8125rem', fontWeight: 500, color: 'text.secondary' }}
        >
          {translate(title)}
        </Typography>
        {action}
      </Box>
      <Box sx={{ minHeight: height }}>
        {failed ? (
          <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Typography sx={{ color: 'error.main' }}>
              {translate('app.dashboard.failed')}
            </Typography>
            <Button size="small" onClick={onRetry}>
              {translate('app.failure.retry')}
            </Button>
          </Box>
        ) : loading ? (
          <Skeleton variant="rounded" height={height} />
        ) : (
          children
        )}
      </Box>
    </Card>
  );
};
