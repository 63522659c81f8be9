import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { type EnabledStatus, enabledStatuses } from '#contract/category.ts';
import { presetEntity } from '#contract/preset.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { PresetCopyButton } from './PresetCopyButton.tsx';
import { PresetDefaultButton } from './PresetDefaultButton.tsx';
import { PresetDeleteButton } from './PresetDeleteButton.tsx';
import { PresetInputs } from './PresetInputs.tsx';
import { presetRules } from './presetRules.ts';

export const PresetEdit = () => {
  const [rules] = useState(presetRules);
  return (
    <RecordEdit width="wide" entity={presetEntity} rules={rules.fields} renderers={presetRenderers}>
      <RecordHeader
        status={<StatusField choices={enabledStatuses} />}
        actions={<PresetActions />}
      />
      <PresetInputs rules={rules} />
    </RecordEdit>
  );
};

const PresetActions = () => {
  const translate = useTranslate();
  const { dirtyFields } = useFormState();
  const disabledReason =
    Object.keys(dirtyFields).length > 0 ? translate('action.saveFirst') : undefined;
  return (
    <>
      <PresetDeleteButton variant="text" redirect="list" />
      <PresetCopyButton variant="text" disabledReason={disabledReason} />
      <PresetDefaultButton variant="text" disabledReason={disabledReason} />
    </>
  );
};

/** How a conflict shows a preset's values. */
const presetRenderers: ValueRenderers = {
  coverImage: value => <SignedImage src={String(value)} width={90} height={120} />,
  status: value => enabledStatuses[value as EnabledStatus].label,
};
