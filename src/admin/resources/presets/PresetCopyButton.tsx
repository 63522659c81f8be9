import { DuplicateButton, type DuplicateButtonProps } from '../../kit/action/DuplicateButton.tsx';
import { useDataProvider } from '../../kit/base/hooks.ts';

export const PresetCopyButton = (props: Omit<DuplicateButtonProps, 'copy'>) => {
  const dataProvider = useDataProvider();
  return (
    <DuplicateButton
      {...props}
      copy={(id, idemKey) =>
        dataProvider.invoke('adminTemplatePreset', 'copyPreset', { id, idemKey })
      }
    />
  );
};
