import { useResourceContext } from 'react-admin';
import { useRecord } from '../base/hooks.ts';
import { SetStatusButton, type SetStatusButtonProps } from './SetStatusButton.tsx';

export type EnabledButtonProps = Pick<SetStatusButtonProps, 'asks' | 'variant' | 'disabledReason'>;

/** Enables the record around, or disables it, after a question where it `asks`; the words are its resource's `switching`. */
export const EnabledButton = ({ asks = false, ...props }: EnabledButtonProps) => {
  const isEnabled = useRecord()['status'] === 'enabled';
  return (
    <SetStatusButton
      {...props}
      to={isEnabled ? 'disabled' : 'enabled'}
      texts={`resources.${useResourceContext()}.switching`}
      asks={asks && isEnabled}
    />
  );
};
