import { Card, CardContent, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { DeviceList } from '../../resources/administrators/index.ts';

export const SessionList = () => {
  const say = useTexts('resources.administrators.devices');
  const t = useTexts('app.profile');
  const { invoke } = useDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminAuth', 'getSessions'],
    queryFn: () => invoke('adminAuth', 'getSessions', {}),
  });
  return (
    <Card>
      <CardContent>
        <Typography variant="h2">{say('title')}</Typography>
        <Typography sx={{ color: 'text.secondary', mb: 1 }}>{t('sessionsHint')}</Typography>
        {error && !data && (
          <LoadFailure text={t('sessionsFailed')} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton variant="rounded" height={64} sx={{ mt: 2 }} />}
        <DeviceList
          sessions={data?.list ?? []}
          end={id => invoke('adminAuth', 'revokeSession', { id })}
          reread={refetch}
        />
      </CardContent>
    </Card>
  );
};
