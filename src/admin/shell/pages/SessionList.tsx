import {
  Button,
  Card,
  CardContent,
  Chip,
  List,
  ListItem,
  ListItemText,
  Skeleton,
  Typography,
} from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, useNotify, useTranslate } from 'react-admin';
import { useInvoke } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Time } from '../../kit/field/valueFields.tsx';
import { describeDevice } from './describeDevice.ts';

export const SessionList = () => {
  const translate = useTranslate();
  const { sessions, failed, reload, end, ending } = useSessions();
  const [chosen, setChosen] = useState<string>();
  return (
    <Card>
      <CardContent>
        <Typography variant="h2">{translate('app.profile.sessions')}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {translate('app.profile.sessionsHint')}
        </Typography>
        {failed && <LoadFailure text={translate('app.profile.sessionsFailed')} onRetry={reload} />}
        {!sessions && !failed && <Skeleton variant="rounded" height={64} sx={{ mt: 2 }} />}
        <List aria-label={translate('app.profile.sessions')} sx={{ pb: 0 }}>
          {sessions?.map(session => (
            <ListItem
              key={session._id}
              divider
              disableGutters
              sx={{ '&:last-child': { borderBottom: 0 }, gap: 2 }}
              secondaryAction={
                session.current ? (
                  <Chip
                    color="primary"
                    variant="outlined"
                    label={translate('app.profile.current')}
                  />
                ) : (
                  <Button size="small" variant="outlined" onClick={() => setChosen(session._id)}>
                    {translate('app.profile.end')}
                  </Button>
                )
              }
            >
              <ListItemText
                primary={
                  describeDevice(session.userAgent) || translate('app.profile.unknownDevice')
                }
                secondary={
                  <span>
                    {translate('app.profile.lastSeen')} <Time instant={session.lastSeenTime} />
                    {session.ip && ` · ${session.ip}`}
                  </span>
                }
              />
            </ListItem>
          ))}
        </List>
      </CardContent>
      <Confirm
        isOpen={chosen !== undefined}
        loading={ending}
        title="app.profile.end"
        content="app.profile.endConfirm"
        onConfirm={() => void end(chosen ?? '').finally(() => setChosen(undefined))}
        onClose={() => setChosen(undefined)}
      />
    </Card>
  );
};

const useSessions = () => {
  const invoke = useInvoke();
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminAuth', 'getSessions'],
    queryFn: () => invoke('adminAuth', 'getSessions', {}),
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (id: string) => invoke('adminAuth', 'revokeSession', { id }),
  });
  const end = async (id: string) => {
    try {
      await mutateAsync(id);
      notify('app.profile.ended', { type: 'success' });
    } catch (failure) {
      notify((failure as Error).message, { type: 'error' });
    }
    await refetch();
  };
  return {
    sessions: data?.list,
    failed: Boolean(error && !data),
    reload: () => void refetch(),
    end,
    ending: isPending,
  };
};
