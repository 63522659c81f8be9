import { NumberInput, PasswordInput } from 'react-admin';
import { apiKeyActions } from '#contract/apiKey.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useRecord } from '../../kit/base/record.ts';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

const { key, overlapMin } = apiKeyActions.rotateApiKey.input.shape;
const DEFAULT_OVERLAP = 60;

/** Replaces a key; tasks started with the old one are finished with it. */
export const ApiKeyRotateDialog = () => {
  const invoke = useInvoke();
  const { id, rev, name, keyMask } = useRecord<ApiKeyRecord>();
  return (
    <ActionDialog
      texts="resources.api-keys.rotate"
      values={{ name, mask: keyMask }}
      fields={{ key, overlapMin }}
      defaults={{ key: '', overlapMin: DEFAULT_OVERLAP }}
      run={({ key, overlapMin }) =>
        invoke('adminApiKey', 'rotateApiKey', {
          id,
          rev,
          key,
          ...(typeof overlapMin === 'number' && { overlapMin }),
        })
      }
    >
      <PasswordInput
        source="key"
        isRequired
        autoFocus
        autoComplete="off"
        helperText={'resources.api-keys.help.key'}
        fullWidth
      />
      <NumberInput
        source="overlapMin"
        min={0}
        step={10}
        helperText={'resources.api-keys.help.overlapMin'}
        fullWidth
      />
    </ActionDialog>
  );
};
