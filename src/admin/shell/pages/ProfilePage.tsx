import { Alert, Box, Button, Card, CardContent, Skeleton, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, maxLength, required, TextInput, Title, useInput, useNotify } from 'react-admin';
import { getAdminUser, saveAdminUser } from '#authProvider/session.ts';
import type { Admin } from '#contract/admin.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { sameValue } from '#dataProvider/sameValue.ts';
import { exactTime } from '../../../shared/time.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { useWaitingSaves } from '../../kit/base/WaitingSavesContext.ts';
import { ImageUpload } from '../../kit/form/ImageUpload.tsx';
import { DeviceList } from '../../resources/administrators/index.ts';
import { SecondFactorCard } from './secondFactor/SecondFactorCard.tsx';

export const ProfilePage = () => (
  <>
    <Title title="app.pages.profile" preferenceKey={false} />
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 860 }}>
      <ProfileForm />
      <SecondFactorCard />
      <SessionList />
    </Box>
  </>
);

const validateNickName = [required('ra.validation.required'), maxLength(20)];

const ProfileForm = () => {
  const t = useTexts('app.profile');
  const { profile, failed, reload, save, saving, conflict } = useProfile();
  if (failed) return <LoadFailure text={t('loadFailed')} onRetry={reload} />;
  return (
    <Card>
      <CardContent sx={{ maxWidth: 420 }}>
        {profile ? (
          <Form
            key={profile._id}
            record={{ id: profile._id, nickName: profile.nickName, avatar: profile.avatar }}
            onSubmit={save}
          >
            <AvatarInput />
            <Fact label={t('username')} value={profile.username} />
            {profile.lastLoginTime !== null && (
              <Fact label={t('lastLogin')} value={exactTime(profile.lastLoginTime)} />
            )}
            <TextInput
              source="nickName"
              helperText=""
              label="app.profile.nickName"
              validate={validateNickName}
              autoComplete="nickname"
              fullWidth
            />
            {conflict !== undefined && (
              <Alert severity="warning" role="alert" sx={{ mb: 2 }}>
                {t('conflict', { nickName: conflict })}
              </Alert>
            )}
            <Button type="submit" variant="contained" disabled={saving}>
              {t('save')}
            </Button>
          </Form>
        ) : (
          <Skeleton variant="rounded" height={190} />
        )}
      </CardContent>
    </Card>
  );
};

const AvatarInput = () => {
  const t = useTexts('app.profile');
  const { field, fieldState } = useInput({ source: 'avatar' });
  return (
    <ImageUpload
      label={t('avatar')}
      help={t('avatarHelp')}
      scene="settings"
      ratio="1 / 1"
      width={160}
      value={String(field.value ?? '')}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
};

const Fact = ({ label, value }: { label: string; value: string }) => (
  <Typography component="p" sx={{ mb: 1.5 }}>
    <Typography component="span" sx={{ display: 'block', fontSize: '0.8125rem', fontWeight: 500 }}>
      {label}
    </Typography>
    <Typography component="span" sx={{ color: 'text.secondary' }}>
      {value}
    </Typography>
  </Typography>
);

const SessionList = () => {
  const say = useTexts('resources.administrators.devices');
  const t = useTexts('app.profile');
  const { invoke } = useDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminAuth', 'getSessions', {}],
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

const queryKey = ['adminAuth', 'getProfile'];

/**
 * The administrator's own record. A conflict takes over the stored version and keeps what was typed, so that saving
 * again is deliberate.
 */
const useProfile = () => {
  const { invoke } = useDataProvider();
  const { send } = useWaitingSaves();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => invoke('adminAuth', 'getProfile', {}),
  });

  const keep = (admin: Admin) => {
    const { _id, username, nickName, avatar } = admin;
    queryClient.setQueryData(queryKey, admin);
    saveAdminUser({ ...getAdminUser(), id: _id, username, nickName, avatar });
    return queryClient.invalidateQueries({ queryKey: ['auth', 'getIdentity'] });
  };

  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: { nickName: string; avatar?: string; rev: number }) =>
      send('profile', () => invoke('adminAuth', 'updateProfile', input)).catch(
        (failure: unknown) => {
          const { code, current } = (failure as Partial<ActionFailure>).body ?? {};
          const held = code === codes.conflict ? (current as Admin | undefined) : undefined;
          // An earlier answer was lost: the record has the requested values already.
          if (held && sameValue({ ...held, ...input, rev: held.rev }, held)) return held;
          throw failure;
        },
      ),
  });

  const save = async ({ nickName, avatar }: Record<string, string>) => {
    if (!data) return undefined;
    try {
      const picture = avatar === data.avatar ? {} : { avatar: avatar ?? '' };
      await keep(await mutateAsync({ nickName: nickName ?? '', ...picture, rev: data.rev }));
      setConflict(undefined);
      notify('app.profile.saved', { type: 'success' });
    } catch (failure) {
      const { body, message } = failure as ActionFailure;
      if (body?.code === codes.conflict && body.current) {
        const current = body.current as Admin;
        queryClient.setQueryData(queryKey, { ...data, rev: current.rev });
        setConflict(current.nickName);
        return undefined;
      }
      if (body?.errors) return body.errors;
      notify(message, { type: 'error' });
    }
    return undefined;
  };

  return {
    profile: data,
    failed: Boolean(error && !data),
    reload: () => void refetch(),
    save,
    saving: isPending,
    conflict,
  };
};
