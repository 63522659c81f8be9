import { useState } from 'react';
import { useRedirect, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { enabledStatuses } from '#contract/category.ts';
import { presetEntity } from '#contract/preset.ts';
import { FormPage } from '../../kit/form/FormPage.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { PresetCopyButton } from './PresetCopyButton.tsx';
import { PresetDefaultButton } from './PresetDefaultButton.tsx';
import { PresetDeleteButton } from './PresetDeleteButton.tsx';
import { PresetInputs } from './PresetInputs.tsx';
import { presetRenderers } from './presetRenderers.tsx';
import { presetRules } from './presetRules.ts';

const stay = () => undefined;

export const PresetEdit = () => {
  const [rules] = useState(presetRules);
  return (
    <FormPage wide>
      <RecordEdit>
        <RecordForm
          fields={rules.fields}
          defaults={presetEntity.defaults}
          renderers={presetRenderers}
          onSaved={stay}
        >
          <RecordHeader
            status={<StatusField choices={enabledStatuses} />}
            actions={<PresetActions />}
          />
          <PresetInputs rules={rules} />
        </RecordForm>
      </RecordEdit>
    </FormPage>
  );
};

const PresetActions = () => {
  const translate = useTranslate();
  const redirect = useRedirect();
  const { dirtyFields } = useFormState();
  const disabledReason =
    Object.keys(dirtyFields).length > 0 ? translate('action.saveFirst') : undefined;
  return (
    <>
      <PresetDeleteButton variant="text" onDeleted={() => redirect('list', 'templates/presets')} />
      <PresetCopyButton variant="text" disabledReason={disabledReason} />
      <PresetDefaultButton variant="text" disabledReason={disabledReason} />
    </>
  );
};
