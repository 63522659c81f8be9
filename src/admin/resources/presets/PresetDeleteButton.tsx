import type { Preset } from '#contract/preset.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';

export const PresetDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const { isDefault, useCount } = useRecord<RecordOf<Preset>>();
  const t = useTexts('resources.templates/presets.delete');
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
