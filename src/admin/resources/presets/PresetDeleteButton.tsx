import type { Preset } from '#contract/preset.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export const PresetDeleteButton = (props: DeleteRecordButtonProps) => (
  <DeleteRecordButton
    {...props}
    facts={(t, { isDefault, useCount: count }: RecordOf<Preset>) => [
      t('effect'),
      isDefault && t('default'),
      count > 0 && t('used', { count }),
    ]}
  />
);
