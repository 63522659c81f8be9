import { Box, Button, Card, CardContent, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminAuthActions } from '#contract/admin.ts';
import { DialogButton } from '../../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../../kit/action/ActionForm.tsx';
import { useDataProvider, useTexts } from '../../../kit/base/hooks.ts';
import { LoadFailure } from '../../../kit/base/LoadFailure.tsx';
import { PlainDialog } from '../../../kit/base/PlainDialog.tsx';
import { StatusLabel, Time } from '../../../kit/field/valueFields.tsx';
import { RememberedDeviceList } from '../../../resources/administrators/index.ts';
import { SECOND_FACTOR_PAGE } from '../../places.ts';
import { CodeInput } from './CodeInput.tsx';
import { OwnPasswordInput } from './OwnPasswordInput.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const texts = 'app.secondFactor';
/** So few recovery codes are left that new ones should be made. */
const FEW = 2;

const { disableSecondFactor, renewRecoveryCodes } = adminAuthActions;

/** One's own second factor, and the devices that need no code. */
export const SecondFactorCard = () => {
  const t = useTexts(texts);
  const { invoke } = useDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminAuth', 'getSecondFactor', {}],
    queryFn: () => invoke('adminAuth', 'getSecondFactor', {}),
  });
  const { since = null, recoveryLeft = 0, isRequired, devices = [] } = data ?? {};
  return (
    <Card>
      <CardContent>
        <Typography variant="h2">{t('title')}</Typography>
        <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>{t('hint')}</Typography>
        {error && !data && <LoadFailure text={t('loadFailed')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={64} />}
        {data && (
          <>
            <StatusLabel label={t(since ? 'on' : 'off')} tone={since ? 'success' : 'neutral'} />
            {since !== null && (
              <Typography variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
                {t('sinceTime')} <Time instant={since} /> ·{' '}
                <Box
                  component="span"
                  sx={recoveryLeft <= FEW ? { color: 'warning.main', fontWeight: 500 } : {}}
                >
                  {t('recoveryLeft', { count: recoveryLeft })}
                </Box>
              </Typography>
            )}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
              <Button
                component={Link}
                to={SECOND_FACTOR_PAGE}
                variant={since ? 'outlined' : 'contained'}
              >
                {t(since ? 'replace' : 'start')}
              </Button>
              {since !== null && <RenewButton />}
              {since !== null && !isRequired && (
                <DialogButton texts={`${texts}.disable`} button={{ color: 'error' }}>
                  <ActionForm
                    fields={disableSecondFactor.input.shape}
                    defaultValues={{ password: '', code: '' }}
                    run={values => invoke('adminAuth', 'disableSecondFactor', values)}
                    submit={<SubmitButton danger />}
                  >
                    <OwnPasswordInput />
                    <CodeInput autoFocus={false} />
                  </ActionForm>
                </DialogButton>
              )}
            </Box>
            {devices.length > 0 && (
              <Box sx={{ mt: 3 }}>
                <Typography variant="h3">{t('remembered')}</Typography>
                <RememberedDeviceList
                  devices={devices}
                  end={id => invoke('adminAuth', 'forgetDevice', { id })}
                  reread={refetch}
                />
              </Box>
            )}
          </>
        )}
      </CardContent>
    </Card>
  );
};

const RenewButton = () => {
  const t = useTexts(texts);
  const { invoke } = useDataProvider();
  const [codes, setCodes] = useState<string[]>();
  return (
    <>
      <DialogButton texts={`${texts}.renew`}>
        <ActionForm
          fields={renewRecoveryCodes.input.shape}
          defaultValues={{ code: '' }}
          run={values => invoke('adminAuth', 'renewRecoveryCodes', values)}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        >
          <CodeInput />
        </ActionForm>
      </DialogButton>
      {codes && (
        <PlainDialog
          title={t('recovery.title')}
          maxWidth="sm"
          onClose={() => undefined}
          actions={
            <Button variant="contained" onClick={() => setCodes(undefined)}>
              {t('recovery.kept')}
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </PlainDialog>
      )}
    </>
  );
};
