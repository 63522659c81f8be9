import { Card, CardContent, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { DeviceList } from '../../resources/administrators/index.ts';

export const SessionList = () => {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminAuth', 'getSessions'],
    queryFn: () => dataProvider.invoke('adminAuth', 'getSessions', {}),
  });
  return (
    <Card>
      <CardContent>
        <Typography variant="h2">{translate('resources.administrators.devices.title')}</Typography>
        <Typography sx={{ color: 'text.secondary', mb: 1 }}>
          {translate('app.profile.sessionsHint')}
        </Typography>
        {error && !data && (
          <LoadFailure
            text={translate('app.profile.sessionsFailed')}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton variant="rounded" height={64} sx={{ mt: 2 }} />}
        <DeviceList
          sessions={data?.list ?? []}
          end={id => dataProvider.invoke('adminAuth', 'revokeSession', { id })}
          reread={refetch}
        />
      </CardContent>
    </Card>
  );
};
