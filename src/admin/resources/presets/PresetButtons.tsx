import type { Preset } from '#contract/preset.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import { DuplicateButton, type DuplicateButtonProps } from '../../kit/action/DuplicateButton.tsx';
import { useDataProvider } from '../../kit/base/hooks.ts';

export const PresetCopyButton = (props: Omit<DuplicateButtonProps, 'copy'>) => {
  const { invoke } = useDataProvider();
  return (
    <DuplicateButton
      {...props}
      copy={(id, idemKey) => invoke('adminTemplatePreset', 'copyPreset', { id, idemKey })}
    />
  );
};

export const PresetDeleteButton = deleteButton<Preset>((t, { isDefault, useCount: count }) => [
  t('effect'),
  isDefault && t('default'),
  count > 0 && t('used', { count }),
]);
