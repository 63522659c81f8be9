import { Alert, Button } from '@mui/material';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { useWaitingSaves } from '../../kit/base/WaitingSavesContext.ts';

const subscribe = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Saves that will be sent when the network is back, with a button to cancel them. */
export const OfflineBanner = () => {
  const translate = useTranslate();
  const { waiting, cancel } = useWaitingSaves();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const count = waiting.length;
  const mustStay = count > 0;
  useEffect(() => {
    if (!mustStay) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [mustStay]);
  if (online && count === 0) return null;
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ mb: 2 }}
      action={
        count > 0 && (
          <Button size="small" color="inherit" onClick={() => cancel()}>
            {translate('app.offline.cancel')}
          </Button>
        )
      }
    >
      {count > 0 ? translate('app.offline.waiting', { count }) : translate('app.offline.reading')}
    </Alert>
  );
};
