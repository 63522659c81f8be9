import { Alert, Button } from '@mui/material';
import { useTranslate } from 'react-admin';

/** A part of a page that could not be read, and the way to try again. */
export const LoadFailure = ({ text, onRetry }: { text?: string; onRetry: () => void }) => {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      action={
        <Button size="small" color="inherit" onClick={onRetry}>
          {translate('app.failure.retry')}
        </Button>
      }
    >
      {text ?? translate('app.failure.load')}
    </Alert>
  );
};
