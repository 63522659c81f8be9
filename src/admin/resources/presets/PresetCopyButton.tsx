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
