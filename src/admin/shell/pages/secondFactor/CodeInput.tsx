import { Link } from '@mui/material';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useTexts } from '../../../kit/base/hooks.ts';

export interface CodeInputProps {
  withRecovery?: boolean;
  /** Not where another input comes first. */
  autoFocus?: boolean;
}

/** Six digits, or a recovery code on request, for which a phone needs another keyboard. */
export const CodeInput = ({ withRecovery = true, autoFocus = true }: CodeInputProps) => {
  const t = useTexts('app.secondFactor');
  const [isRecovery, setRecovery] = useState(false);
  return (
    <>
      <TextInput
        key={String(isRecovery)}
        source="code"
        label={t(isRecovery ? 'recoveryCode' : 'code')}
        helperText={t(isRecovery ? 'recoveryHelp' : 'codeHelp')}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        slotProps={{ htmlInput: { inputMode: isRecovery ? 'text' : 'numeric' } }}
        autoFocus={autoFocus || isRecovery}
        fullWidth
      />
      {withRecovery && (
        <Link
          component="button"
          type="button"
          variant="body2"
          onClick={() => setRecovery(!isRecovery)}
        >
          {t(isRecovery ? 'useCode' : 'useRecovery')}
        </Link>
      )}
    </>
  );
};
