import CloseIcon from '@mui/icons-material/Close';
import { Alert, type AlertProps, Box, Button, IconButton } from '@mui/material';
import { useMemo } from 'react';
import {
  Notification,
  NotificationContext,
  type NotificationPayload,
  useCloseNotification,
  useNotificationContext,
  useTranslate,
} from 'react-admin';
import { SelectedText } from '../../../shared/SelectedText.tsx';
import { useCopy } from '../../../shared/useCopy.ts';
import { TOP_BAR_HEIGHT } from '../../kit/base/measures.ts';
import { requestIdOf } from '../queryClient.ts';

/** Long enough to copy the request number. */
const FAILURE_MS = 12_000;

/**
 * react-admin's notifications, failures among them shown as `FailureNotice`. Between a page's title and its actions, where
 * nothing is to be clicked; at the foot are buttons of forms, pages of lists and the actions of phones. Pure text lets
 * clicks through.
 */
export const Notifications = () => {
  const context = useNotificationContext();
  const presented = useMemo(
    () => ({
      ...context,
      takeNotification: () => {
        const taken = context.takeNotification();
        return taken && present(taken);
      },
    }),
    [context],
  );
  return (
    <NotificationContext value={presented}>
      <Notification
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        sx={{
          '&.MuiSnackbar-root': { top: TOP_BAR_HEIGHT + 8 },
          pointerEvents: 'none',
          '& button, & [role=alert].MuiAlert-root': { pointerEvents: 'auto' },
        }}
      />
    </NotificationContext>
  );
};

const present = (payload: NotificationPayload): NotificationPayload => {
  const { type, message, notificationOptions: options = {} } = payload;
  if (typeof message !== 'string' || (type !== 'error' && type !== 'warning')) return payload;
  return {
    ...payload,
    message: <FailureNotice severity={type} message={message} args={options.messageArgs} />,
    notificationOptions: { ...options, autoHideDuration: options.autoHideDuration ?? FAILURE_MS },
  };
};

interface FailureNoticeProps extends Omit<AlertProps, 'severity'> {
  severity: 'error' | 'warning';
  /** A sentence or its key. */
  message: string;
  args?: Record<string, unknown>;
}

const chinese = /[\u3400-\u9fff]/;

/** An error in Chinese, whatever was thrown, with the request id. */
const FailureNotice = ({ message, args, ...rest }: FailureNoticeProps) => {
  const translate = useTranslate();
  const close = useCloseNotification();
  const { copied, copy } = useCopy();
  const translated = translate(message, { _: message, ...args });
  const sentence = chinese.test(translated) ? translated : translate('ra.notification.http_error');
  const requestId = requestIdOf(message);
  return (
    <Alert
      {...rest}
      variant="standard"
      sx={{ boxShadow: '0 8px 24px rgba(0, 0, 0, 0.16)', maxWidth: { sm: 420, lg: 560 } }}
      action={
        <IconButton size="small" aria-label={translate('app.failure.dismiss')} onClick={close}>
          <CloseIcon fontSize="small" />
        </IconButton>
      }
    >
      {sentence}
      {requestId && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: '0.75rem' }}>
          <span>
            {translate('app.failure.requestId')}{' '}
            {copied === false ? (
              <SelectedText
                text={requestId}
                name={translate('action.copyByHand', { name: translate('app.failure.requestId') })}
              />
            ) : (
              <code>{requestId}</code>
            )}
          </span>
          <Button
            size="small"
            color="inherit"
            sx={{ py: 0, fontSize: '0.75rem' }}
            onClick={() => void copy(requestId)}
          >
            {translate(copied ? 'app.failure.copied' : 'app.failure.copy')}
          </Button>
        </Box>
      )}
    </Alert>
  );
};
