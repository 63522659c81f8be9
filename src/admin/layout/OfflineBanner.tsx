import { useSyncExternalStore } from 'react';
import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';

const subscribe = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

export const OfflineBanner = () => {
  const translate = useTranslate();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <Alert severity="warning" role="status" sx={{ mb: 2 }}>
      {translate('app.offline')}
    </Alert>
  );
};
