import { DuplicateButton, type DuplicateButtonProps } from '../../action/DuplicateButton.tsx';
import { useInvoke } from '../../InvokeContext.ts';

export const TemplateCopyButton = (props: Omit<DuplicateButtonProps, 'copy'>) => {
  const invoke = useInvoke();
  return (
    <DuplicateButton
      {...props}
      copy={(id, idemKey) => invoke('adminTemplate', 'copyTemplate', { id, idemKey })}
    />
  );
};
