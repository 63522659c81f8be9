import { NumberInput, PasswordInput, useTranslate } from 'react-admin';
import { apiKeyActions } from '#contract/apiKey.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

const t = (key: string) => `resources.api-keys.${key}`;
const { key, overlapMin } = apiKeyActions.rotateApiKey.input.shape;
const DEFAULT_OVERLAP = 60;

/** Replaces a key; tasks started with the old one are finished with it. */
export const ApiKeyRotateDialog = ({
  record,
  onClose,
}: {
  record: ApiKeyRecord;
  onClose: () => void;
}) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, name, keyMask } = record;
  return (
    <ActionDialog
      title={translate(t('rotate.title'), { name })}
      labels="api-keys"
      facts={translate(t('rotate.facts'), { mask: keyMask })}
      fields={{ key, overlapMin }}
      defaults={{ key: '', overlapMin: DEFAULT_OVERLAP }}
      submit={translate(t('rotate.action'))}
      done={t('rotate.done')}
      onClose={onClose}
      run={values =>
        invoke('adminApiKey', 'rotateApiKey', {
          id,
          rev,
          key: String(values['key'] ?? ''),
          ...(typeof values['overlapMin'] === 'number' && { overlapMin: values['overlapMin'] }),
        })
      }
    >
      <PasswordInput
        source="key"
        isRequired
        autoFocus
        autoComplete="off"
        helperText={t('help.key')}
        fullWidth
      />
      <NumberInput
        source="overlapMin"
        min={0}
        step={10}
        helperText={t('help.overlapMin')}
        fullWidth
      />
    </ActionDialog>
  );
};
