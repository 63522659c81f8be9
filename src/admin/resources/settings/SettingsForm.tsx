import { Box } from '@mui/material';
import { useMemo, useState } from 'react';
import { Form, RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { settingFields } from '#contract/settingFields.ts';
import { draftKey } from '../../kit/form/drafts.ts';
import { FormDraft } from '../../kit/form/FormDraft.tsx';
import { SaveBar } from '../../kit/form/SaveBar.tsx';
import { validateWith } from '../../kit/form/zodValidation.ts';
import { GeneralInputs } from './GeneralInputs.tsx';
import { NotificationInputs } from './NotificationInputs.tsx';
import { PaymentInputs } from './PaymentInputs.tsx';
import {
  changesBetween,
  draftFields,
  type SettingChange,
  withoutSecrets,
} from './settingChanges.ts';
import { SettingsContext } from './SettingsContext.ts';
import { SettingsDifference, type SettingsFormProps } from './SettingsDifference.tsx';
import { SystemInputs } from './SystemInputs.tsx';

const inputs = {
  general: GeneralInputs,
  payment: PaymentInputs,
  notification: NotificationInputs,
  system: SystemInputs,
};

/** The stored values, the input, and the difference shown before saving. */
export const SettingsForm = (props: SettingsFormProps) => {
  const { type, settings } = props;
  const Inputs = inputs[type];
  const shape = settingFields[type].shape;
  const [validate] = useState(() => validateWith(shape));
  const [changes, setChanges] = useState<SettingChange[] | null>(null);
  const record = useMemo(
    () => ({ id: type, rev: settings.rev, ...withoutSecrets(type, settings.data) }),
    [type, settings],
  );
  return (
    <ResourceContextProvider value="settings">
      <RecordContextProvider value={record}>
        <SettingsContext value={settings}>
          <Form
            noValidate
            validate={validate}
            warnWhenUnsavedChanges
            onSubmit={(values: Record<string, unknown>) => {
              const found = changesBetween(type, settings.data, values);
              if (found.length > 0) setChanges(found);
            }}
          >
            <Box sx={{ minWidth: 0 }}>
              <FormDraft draftKey={draftKey('settings', type)} fields={draftFields(type)} />
              <Inputs />
              <SaveBar editing />
            </Box>
            {changes && (
              <Difference {...props} changes={changes} onClose={() => setChanges(null)} />
            )}
          </Form>
        </SettingsContext>
      </RecordContextProvider>
    </ResourceContextProvider>
  );
};

interface DifferenceProps extends SettingsFormProps {
  changes: SettingChange[];
  onClose: () => void;
}

/** Inside the form, so that sentences of the server reach its inputs. */
const Difference = (props: DifferenceProps) => {
  const { setError, setValue } = useFormContext();
  return <SettingsDifference {...props} setError={setError} setValue={setValue} />;
};
