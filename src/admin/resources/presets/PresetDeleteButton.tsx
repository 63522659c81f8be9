import type { Preset } from '#contract/preset.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export const PresetDeleteButton = deleteButton(
  (t, { isDefault, useCount: count }: RecordOf<Preset>) => [
    t('effect'),
    isDefault && t('default'),
    count > 0 && t('used', { count }),
  ],
);
