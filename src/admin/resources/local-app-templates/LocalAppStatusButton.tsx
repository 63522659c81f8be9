import type { LocalApp } from '#contract/localApp.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { SetStatusButton, type SetStatusButtonProps } from '../../kit/list/SetStatusButton.tsx';

/** Switches an app on, or off after a question. */
export const LocalAppStatusButton = (props: Pick<SetStatusButtonProps, 'variant'>) => {
  const isOn = useRecord<RecordOf<LocalApp>>().status === 'enabled';
  return (
    <SetStatusButton
      {...props}
      to={isOn ? 'disabled' : 'enabled'}
      texts="resources.local-app-templates.switching"
      asks={isOn}
    />
  );
};
