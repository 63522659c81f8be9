import { Alert, Box, Button, Card, CardContent, Typography } from '@mui/material';
import { Form, PasswordInput, useGetIdentity, useTranslate } from 'react-admin';
import { useChangePassword } from './useChangePassword.ts';
import { validatePasswords } from './validatePasswords.ts';

export const PasswordPage = () => {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const { change, failure, stage } = useChangePassword();
  return (
    <Card sx={{ maxWidth: 520 }}>
      <CardContent>
        <Typography sx={{ mb: 2, color: 'text.secondary' }}>
          {translate('app.password.hint')}
        </Typography>
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
          <PasswordInput
            source="oldPassword"
            helperText=""
            label="app.password.old"
            autoComplete="current-password"
            fullWidth
          />
          <PasswordInput
            source="newPassword"
            helperText=""
            label="app.password.new"
            autoComplete="new-password"
            fullWidth
          />
          <PasswordInput
            source="confirmPassword"
            helperText=""
            label="app.password.confirm"
            autoComplete="new-password"
            fullWidth
          />
          <Box aria-live="polite" sx={{ mt: 1 }}>
            {stage === 'changed' && (
              <Alert severity="success" sx={{ mb: 2 }}>
                {translate('app.password.changed')}
              </Alert>
            )}
            {failure && (
              <Alert severity="error" role="alert" sx={{ mb: 2 }}>
                {failure}
              </Alert>
            )}
          </Box>
          <Button type="submit" variant="contained" disabled={stage !== 'idle'}>
            {translate('app.password.submit')}
          </Button>
        </Form>
      </CardContent>
    </Card>
  );
};
