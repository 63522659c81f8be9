import { PasswordInput } from 'react-admin';
import { useTexts } from '../../../kit/base/hooks.ts';

/** The password that one has, asked for again. */
export const OwnPasswordInput = () => (
  <PasswordInput
    source="password"
    label={useTexts('app.secondFactor')('password')}
    helperText=""
    autoComplete="current-password"
    autoFocus
    fullWidth
  />
);
