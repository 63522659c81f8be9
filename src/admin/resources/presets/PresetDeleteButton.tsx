import { useTranslate } from 'react-admin';
import type { Preset } from '#contract/preset.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';

export const PresetDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const { isDefault, useCount } = useRecord<RecordOf<Preset>>();
  const t = (key: string, options?: object) =>
    translate(`resources.templates/presets.delete.${key}`, options);
  return (
    <DeleteRecordButton
      {...props}
      facts={[
        t('effect'),
        isDefault && t('default'),
        useCount > 0 && t('used', { count: useCount }),
      ]}
    />
  );
};
