import ExpandLessIcon from '@mui/icons-material/ExpandLess';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { IconButtonWithTooltip, useStore, useTranslate } from 'react-admin';
import { usePhone } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Panel } from '../../kit/show/Panel.tsx';

export interface DashboardCardProps {
  /** Translation key. */
  title: string;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  /** Pixels of the usual content, while it is loading. */
  height: number;
  action?: ReactNode;
  /** On a phone only its title is shown until it is opened. */
  folds?: boolean;
  children: ReactNode;
}

/** Loads and fails independently of other cards. */
export const DashboardCard = (props: DashboardCardProps) => {
  const { title, loading, failed, onRetry, height, action, folds = false, children } = props;
  const translate = useTranslate();
  const isPhone = usePhone();
  const [isOpen, setIsOpen] = useStore(`${title}.open`, false);
  const name = translate(title);
  if (folds && isPhone && !isOpen)
    return (
      <Button
        variant="outlined"
        endIcon={<ExpandMoreIcon />}
        aria-expanded={false}
        onClick={() => setIsOpen(true)}
        sx={{ justifyContent: 'space-between', px: 2, minHeight: 48, fontWeight: 600 }}
      >
        {name}
      </Button>
    );
  return (
    <Panel
      title={name}
      action={
        folds && isPhone ? (
          <IconButtonWithTooltip
            label={translate('dashboard.fold', { name })}
            aria-expanded
            onClick={() => setIsOpen(false)}
          >
            <ExpandLessIcon fontSize="small" />
          </IconButtonWithTooltip>
        ) : (
          action
        )
      }
    >
      <Box sx={{ minHeight: loading ? height : 0 }} aria-busy={loading}>
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
