import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Panel } from '../../kit/show/Panel.tsx';

export interface DashboardCardProps {
  /** Translation key. */
  title: string;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  /** Pixels of the content, so that the layout does not shift. */
  height: number;
  action?: ReactNode;
  children: ReactNode;
}

/** Loads and fails independently of other cards. */
export const DashboardCard = (props: DashboardCardProps) => {
  const { title, loading, failed, onRetry, height, action, children } = props;
  const translate = useTranslate();
  return (
    <Panel title={translate(title)} action={action}>
      <Box sx={{ minHeight: height }} aria-busy={loading}>
        {failed ? (
          <LoadFailure text={translate('dashboard.failed')} onRetry={onRetry} />
        ) : loading ? (
          <Skeleton variant="rounded" height={height} />
        ) : (
          children
        )}
      </Box>
    </Panel>
  );
};
