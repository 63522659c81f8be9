import { Alert, type AlertProps, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { TOP_BAR_HEIGHT } from './measures.ts';

export interface FloatingNoticeProps extends Pick<AlertProps, 'severity'> {
  /** Where it stands: below the top bar, or above the bar at the foot of a page. */
  at: 'top' | 'bottom';
  text: string;
  action: string;
  onAction: () => void;
}

/** What a page says by itself, maybe amid typing: over the page, so that nothing moves. */
export const FloatingNotice = ({ at, severity, text, action, onAction }: FloatingNoticeProps) => {
  const translate = useTranslate();
  return (
    <Alert
      severity={severity}
      role="status"
      sx={{
        position: 'fixed',
        ...(at === 'top' ? { top: TOP_BAR_HEIGHT + 8 } : { bottom: 84 }),
        left: 0,
        right: 0,
        mx: 'auto',
        width: 'fit-content',
        maxWidth: 'calc(100vw - 32px)',
        zIndex: 'appBar',
        border: 1,
        borderColor: 'divider',
        boxShadow: 3,
      }}
      action={
        <Button size="small" color="inherit" onClick={onAction}>
          {translate(action)}
        </Button>
      }
    >
      {translate(text)}
    </Alert>
  );
};
