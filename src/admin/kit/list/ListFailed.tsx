import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import { Alert, Button } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { ListState } from '../base/ListState.tsx';

const RetryButton = () => {
  const { refetch, isFetching } = useListContext();
  const translate = useTranslate();
  return (
    <Button variant="outlined" size="small" loading={isFetching} onClick={() => void refetch()}>
      {translate('list.failed.retry')}
    </Button>
  );
};

/** A list that failed to load is not shown as empty. */
export const ListFailed = () => {
  const translate = useTranslate();
  const { error } = useListContext();
  return (
    <ListState
      role="alert"
      icon={<CloudOffIcon />}
      title={translate('list.failed.title')}
      text={(error as Error | null)?.message ?? ''}
      action={<RetryButton />}
    />
  );
};

/** Records loaded before stay, marked as outdated. */
export const ListStale = () => {
  const translate = useTranslate();
  return (
    <Alert severity="warning" action={<RetryButton />} sx={{ mx: 2, mb: 1.5 }}>
      {translate('list.failed.stale')}
    </Alert>
  );
};
