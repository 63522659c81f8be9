import CloseIcon from '@mui/icons-material/Close';
import { Alert, type AlertProps, Box, Button, IconButton } from '@mui/material';
import { useState } from 'react';
import { useCloseNotification, useTranslate } from 'react-admin';
import { requestIdOf } from '../queryClient.ts';

export interface FailureNoticeProps extends Omit<AlertProps, 'severity'> {
  severity: 'error' | 'warning';
  /** A sentence or its key. */
  message: string;
  args?: Record<string, unknown>;
}

const chinese = /[\u3400-\u9fff]/;

/** An error in Chinese, whatever was thrown, with the request id. */
export const FailureNotice = ({ message, args, ...rest }: FailureNoticeProps) => {
  const translate = useTranslate();
  const close = useCloseNotification();
  const [copied, setCopied] = useState(false);
  const said = translate(message, { _: message, ...args });
  const sentence = chinese.test(said) ? said : translate('ra.notification.http_error');
  const requestId = requestIdOf(message);
  return (
    <Alert
      {...rest}
      variant="standard"
      sx={{ boxShadow: '0 8px 24px rgba(0, 0, 0, 0.16)', maxWidth: 560 }}
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
            {translate('app.failure.requestId')} <code>{requestId}</code>
          </span>
          <Button
            size="small"
            color="inherit"
            sx={{ py: 0, fontSize: '0.75rem' }}
            onClick={() =>
              void navigator.clipboard.writeText(requestId).then(() => setCopied(true))
            }
          >
            {translate(copied ? 'app.failure.copied' : 'app.failure.copy')}
          </Button>
        </Box>
      )}
    </Alert>
  );
};
