import { useState } from 'react';
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
import { Confirm, useTranslate } from 'react-admin';
import { Time } from '../../kit/field/TimeField.tsx';
import { describeDevice } from './describeDevice.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { useSessions } from './useSessions.ts';

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
