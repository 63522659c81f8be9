import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { EXPORT_DAYS } from '#contract/constants.ts';
import { PlainList } from '../base/PlainList.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { useExports } from './useExports.ts';

/** One's own latest exports. */
export const ExportList = () => {
  const translate = useTranslate();
  const { data, error, refetch } = useExports();
  return (
    <Box sx={{ p: 2 }}>
      <Typography variant="h2">{translate('exports.recent')}</Typography>
      <Typography sx={{ mb: 1, fontSize: '0.75rem', color: 'text.secondary' }}>
        {translate('exports.kept', { days: EXPORT_DAYS })}
      </Typography>
      {!data && !error && <Skeleton variant="rounded" height={96} />}
      {error && !data && (
        <Alert
          severity="error"
          action={<Button onClick={() => void refetch()}>{translate('list.failed.retry')}</Button>}
        >
          {error.message}
        </Alert>
      )}
      {data?.length === 0 && (
        <Typography sx={{ py: 3, textAlign: 'center', color: 'text.secondary' }}>
          {translate('exports.none')}
        </Typography>
      )}
      <PlainList>
        {data?.map(job => (
          <Box
            key={job._id}
            component="li"
            sx={{ py: 1, borderTop: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }}
          >
            <ExportProgress job={job} />
          </Box>
        ))}
      </PlainList>
    </Box>
  );
};
