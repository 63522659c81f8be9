import { Alert, Box, Button, Card, CardContent, Typography } from '@mui/material';
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { Form, PasswordInput, Title, useGetIdentity, useTranslate } from 'react-admin';
import { LOGOUT_AFTER_PASSWORD_CHANGE_MS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LeaveContext } from '../LeaveContext.ts';
import { validatePasswords } from './validatePasswords.ts';

const inputs = [
  ['oldPassword', 'old', 'current-password'],
  ['newPassword', 'new', 'new-password'],
  ['confirmPassword', 'confirm', 'new-password'],
] as const;

export const PasswordPage = () => {
  const t = useTexts('app.password');
  const { identity } = useGetIdentity();
  const { change, failure, stage } = useChangePassword();
  return (
    <>
      <Title title="app.pages.password" preferenceKey={false} />
      <Card sx={{ maxWidth: 520 }}>
        <CardContent>
          <Typography sx={{ mb: 2, color: 'text.secondary' }}>{t('hint')}</Typography>
          <Form
            validate={validatePasswords}
            onSubmit={change}
            mode="onBlur"
            reValidateMode="onChange"
          >
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={(identity as { username?: string } | undefined)?.username ?? ''}
              readOnly
              hidden
            />
            {inputs.map(([source, label, autoComplete]) => (
              <PasswordInput
                key={source}
                source={source}
                helperText=""
                label={`app.password.${label}`}
                autoComplete={autoComplete}
                fullWidth
              />
            ))}
            <Box aria-live="polite" sx={{ mt: 1 }}>
              {stage === 'changed' && (
                <Alert severity="success" sx={{ mb: 2 }}>
                  {t('changed')}
                </Alert>
              )}
              {failure && (
                <Alert severity="error" role="alert" sx={{ mb: 2 }}>
                  {failure}
                </Alert>
              )}
            </Box>
            <Button type="submit" variant="contained" disabled={stage !== 'idle'}>
              {t('submit')}
            </Button>
          </Form>
        </CardContent>
      </Card>
    </>
  );
};

/**
 * Every session of the administrator ends with the old password, including this one: reading stops at once, so that no
 * call meets the dead session and hides the message, and the sign-out follows.
 */
export const useChangePassword = () => {
  const { invoke } = useDataProvider();
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const leave = use(LeaveContext);
  const [stage, setStage] = useState<'idle' | 'sending' | 'changed'>('idle');
  const [failure, setFailure] = useState('');

  const change = async ({ oldPassword, newPassword }: Record<string, string>) => {
    if (stage !== 'idle') return undefined;
    setFailure('');
    setStage('sending');
    try {
      await invoke('adminAuth', 'changePassword', {
        oldPassword: oldPassword ?? '',
        newPassword: newPassword ?? '',
      });
    } catch (error) {
      setStage('idle');
      const { fields, rest } = read(error);
      setFailure(fields ? '' : rest || translate('app.password.failed'));
      return fields;
    }
    setStage('changed');
    onlineManager.setOnline(false);
    setTimeout(() => leave('passwordChanged'), LOGOUT_AFTER_PASSWORD_CHANGE_MS);
    await queryClient.cancelQueries();
    return undefined;
  };

  return { change, failure, stage };
};

/** Errors beside a field, and others. */
const read = (error: unknown): { fields?: Record<string, string>; rest: string } => {
  if (error instanceof PlatformFailure) return { rest: error.message };
  if (!(error instanceof ActionFailure)) return { rest: '' };
  const { code, message, errors } = error.body;
  if (code === codes.wrongCredentials && message)
    return { fields: { oldPassword: message }, rest: '' };
  return errors ? { fields: errors, rest: '' } : { rest: message };
};
