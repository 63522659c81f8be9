import { batchTransitions } from '#contract/activationCode.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { BatchDisableCodesDialog } from './BatchDisableCodesDialog.tsx';
import { BatchExportDialog } from './BatchExportDialog.tsx';
import { BatchExtendDialog } from './BatchExtendDialog.tsx';
import { BatchStatusDialog } from './BatchStatusDialog.tsx';
import type { BatchRecord } from './records.ts';

/** What may be done with a batch now. */
export const BatchActions = () => {
  const t = useTexts('resources.activation-codes');
  const batch = useRecord<BatchRecord>();
  const changeable = batch.status === 'active' || batch.status === 'disabled';
  return (
    <>
      {batch.status !== 'generating' && (
        <ActionButton label={t('export.action')} dialog={<BatchExportDialog />} />
      )}
      {changeable && <ActionButton label={t('extend.action')} dialog={<BatchExtendDialog />} />}
      <ActionMenu
        name={batch.name}
        actions={[
          ...batchTransitions[batch.status]
            .filter(status => status !== 'active' || batch.status === 'disabled')
            .map(status => ({
              label: t(`status.${status}.action`),
              danger: status !== 'active',
              dialog: <BatchStatusDialog status={status} />,
            })),
          {
            label: t('disable.all'),
            danger: true,
            dialog: <BatchDisableCodesDialog />,
          },
        ]}
      />
    </>
  );
};
