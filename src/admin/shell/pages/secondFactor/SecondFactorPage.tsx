import { Alert, Box, Button, Card, CardContent, Step, StepLabel, Stepper } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Form, Title } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { ActionOutput } from '#contract/index.ts';
import { QrCode } from '../../../../shared/QrCode.tsx';
import { useDataProvider, usePhone, useTexts } from '../../../kit/base/hooks.ts';
import { CopyText } from '../../../kit/field/CopyText.tsx';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { HOME, PROFILE_PAGE } from '../../places.ts';
import { useSecondFactor } from '../../SecondFactorContext.ts';
import { CodeInput } from './CodeInput.tsx';
import { OwnPasswordInput } from './OwnPasswordInput.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSubmit } from './useSubmit.ts';

type Begun = ActionOutput<'adminAuth', 'beginSecondFactor'>;

/** Sets a second factor up, or another one in its place: password, code, recovery codes. */
export const SecondFactorPage = () => {
  const t = useTexts('app.secondFactor');
  const [begun, setBegun] = useState<Begun>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const isDone = recoveryCodes !== undefined;
  const leave = useLeave(begun === undefined);
  const isPhone = usePhone();
  const step = isDone ? 2 : begun ? 1 : 0;
  return (
    <>
      <Title title="app.pages.second-factor" preferenceKey={false} />
      <Card sx={{ maxWidth: 560 }}>
        <CardContent sx={{ display: 'grid', gap: 3 }}>
          <Stepper activeStep={step} alternativeLabel={isPhone}>
            {['password', 'scan', 'recovery'].map(name => (
              <Step key={name}>
                <StepLabel>{t(`steps.${name}`)}</StepLabel>
              </Step>
            ))}
          </Stepper>
          {!begun && <PasswordStep onBegun={setBegun} />}
          {begun && !isDone && <ScanStep {...begun} onEnabled={setRecoveryCodes} />}
          {isDone && (
            <>
              <Alert severity="success">{t('enabled')}</Alert>
              <RecoveryCodes codes={recoveryCodes} />
              <Button variant="contained" onClick={leave} sx={{ justifySelf: 'start' }}>
                {t('recovery.kept')}
              </Button>
            </>
          )}
        </CardContent>
      </Card>
    </>
  );
};

/** @param looks whether it may have been set up in another tab, so that there is nothing to do here */
const useLeave = (looks: boolean) => {
  const { state, require } = useSecondFactor();
  const navigate = useNavigate();
  const isRequired = state === 'required';
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['adminAuth', 'getSecondFactor', {}],
    queryFn: () => invoke('adminAuth', 'getSecondFactor', {}),
    enabled: isRequired && looks,
  });
  const isSetUp = isRequired && looks && Boolean(data?.since);
  const leave = useCallback(() => {
    if (isRequired) require(false);
    void navigate(isRequired ? HOME : PROFILE_PAGE);
  }, [isRequired, require, navigate]);
  useEffect(() => {
    if (isSetUp) leave();
  }, [isSetUp, leave]);
  return leave;
};

const PasswordStep = ({ onBegun }: { onBegun: (begun: Begun) => void }) => {
  const t = useTexts('app.secondFactor');
  const { invoke } = useDataProvider();
  const { failure, submit } = useSubmit(async ({ password = '' }) =>
    onBegun(await invoke('adminAuth', 'beginSecondFactor', { password })),
  );
  return (
    <Form noValidate onSubmit={submit} disableInvalidFormNotification>
      <Quiet sx={{ mb: 2 }}>{t('intro')}</Quiet>
      <OwnPasswordInput />
      <SubmitRow failure={failure}>{t('next')}</SubmitRow>
    </Form>
  );
};

const ScanStep = ({
  uri,
  secret,
  onEnabled,
}: Begun & { onEnabled: (recoveryCodes: string[]) => void }) => {
  const t = useTexts('app.secondFactor');
  const isPhone = usePhone();
  const { invoke } = useDataProvider();
  const { failure, submit } = useSubmit(async ({ code = '' }) => {
    const { recoveryCodes } = await invoke('adminAuth', 'enableSecondFactor', { code });
    onEnabled(recoveryCodes);
  });
  return (
    <Form noValidate onSubmit={submit} disableInvalidFormNotification>
      <Quiet>{t('scan')}</Quiet>
      <Box sx={{ my: 2, '& svg[role=img]': { width: 200, maxWidth: 1, borderRadius: 1 } }}>
        <QrCode text={uri} label={t('qr')} />
      </Box>
      {isPhone && (
        <Button href={uri} variant="outlined" sx={{ mb: 2 }}>
          {t('openApp')}
        </Button>
      )}
      <Quiet small>{t('byHand')}</Quiet>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 2 }}>
        <Box component="code" aria-label={t('secret')} sx={{ overflowWrap: 'anywhere' }}>
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Box>
        <CopyText text={secret} name={t('secret')} />
      </Box>
      <CodeInput withRecovery={false} />
      <SubmitRow failure={failure}>{t('enable')}</SubmitRow>
    </Form>
  );
};

const SubmitRow = ({ failure, children }: { failure: string; children: ReactNode }) => {
  const { isSubmitting } = useFormState();
  return (
    <>
      {failure && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {failure}
        </Alert>
      )}
      <Button type="submit" variant="contained" loading={isSubmitting} sx={{ mt: 2 }}>
        {children}
      </Button>
    </>
  );
};
