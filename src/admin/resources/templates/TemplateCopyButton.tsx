import { DuplicateButton, type DuplicateButtonProps } from '../../kit/action/DuplicateButton.tsx';
import { useInvoke } from '../../kit/base/hooks.ts';

export const TemplateCopyButton = (props: Omit<DuplicateButtonProps, 'copy'>) => {
  const invoke = useInvoke();
  return (
    <DuplicateButton
      {...props}
      copy={(id, idemKey) => invoke('adminTemplate', 'copyTemplate', { id, idemKey })}
    />
  );
};
