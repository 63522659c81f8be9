import { Button, Chip, List, ListItem, ListItemText } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import type { Session } from '#contract/admin.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Time } from '../../kit/field/valueFields.tsx';
import { describeDevice } from './describeDevice.ts';

export interface DeviceListProps {
  sessions: readonly Session[];
  end: (id: string) => Promise<unknown>;
  /** Reads the sessions again, also after a failure. */
  reread: () => Promise<unknown>;
}

/** Where an administrator is signed in; each but the one in use can be ended, after a question. */
export const DeviceList = ({ sessions, end, reread }: DeviceListProps) => {
  const t = useTexts('resources.administrators.devices');
  const notify = useNotify();
  const [chosen, setChosen] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: end,
    onSuccess: () => notify(t('ended'), { type: 'success' }),
    onError: ({ message }) => notify(message, { type: 'error' }),
    onSettled: async () => {
      await reread();
      setChosen(undefined);
    },
  });
  const nameOf = ({ userAgent }: Session) => describeDevice(userAgent) || t('unknown');
  const placeOf = (session: Session) => [nameOf(session), session.ip].filter(Boolean).join(' · ');
  const asked = sessions.find(({ _id }) => _id === chosen);
  return (
    <>
      <List aria-label={t('title')} disablePadding>
        {sessions.map(session => (
          <ListItem
            key={session._id}
            divider
            disableGutters
            sx={{ '&:last-child': { borderBottom: 0 }, gap: 2 }}
            secondaryAction={
              session.current ? (
                <Chip color="primary" variant="outlined" label={t('current')} />
              ) : (
                <Button size="small" variant="outlined" onClick={() => setChosen(session._id)}>
                  {t('end')}
                </Button>
              )
            }
          >
            <ListItemText
              primary={nameOf(session)}
              secondary={
                <span>
                  {t('lastSeen')} <Time instant={session.lastSeenTime} />
                  {session.ip && ` · ${session.ip}`}
                </span>
              }
            />
          </ListItem>
        ))}
      </List>
      <Confirm
        isOpen={chosen !== undefined}
        loading={isPending}
        title={t('end')}
        content={t('endConfirm', { name: asked && placeOf(asked) })}
        onConfirm={() => mutate(chosen ?? '')}
        onClose={() => setChosen(undefined)}
      />
    </>
  );
};
