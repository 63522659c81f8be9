import { Alert, Box, Button, Card, CardContent, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Form, maxLength, required, TextInput, Title, useInput } from 'react-admin';
import { exactTime } from '../../../shared/time.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { ImageUpload } from '../../kit/form/ImageUpload.tsx';
import { DeviceList } from '../../resources/administrators/index.ts';
import { SecondFactorCard } from './secondFactor/SecondFactorCard.tsx';
import { useProfile } from './useProfile.ts';

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
