import { useRecord } from '../../kit/base/hooks.ts';
import { SetStatusButton, type SetStatusButtonProps } from '../../kit/list/SetStatusButton.tsx';
import type { PackageRecord } from './packageRecord.ts';

/** Puts a package on sale, or takes it off after a question. */
export const PackageStatusButton = (
  props: Pick<SetStatusButtonProps, 'variant' | 'disabledReason'>,
) => {
  const isOn = useRecord<PackageRecord>().status === 'enabled';
  return (
    <SetStatusButton
      {...props}
      to={isOn ? 'disabled' : 'enabled'}
      texts="resources.packages.switching"
      asks={isOn}
    />
  );
};
