import { useTranslate } from 'react-admin';
import { batchTransitions } from '#contract/activationCode.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { useRecord } from '../../kit/base/record.ts';
import { BatchDisableCodesDialog } from './BatchDisableCodesDialog.tsx';
import { BatchExportDialog } from './BatchExportDialog.tsx';
import { BatchExtendDialog } from './BatchExtendDialog.tsx';
import { BatchStatusDialog } from './BatchStatusDialog.tsx';
import type { BatchRecord } from './records.ts';

const t = (key: string) => `resources.activation-codes.${key}`;

/** What may be done with a batch now. */
export const BatchActions = () => {
  const translate = useTranslate();
  const batch = useRecord<BatchRecord>();
  const changeable = batch.status === 'active' || batch.status === 'disabled';
  return (
    <>
      {batch.status !== 'generating' && (
        <ActionButton
          label={translate(t('export.action'))}
          dialog={close => <BatchExportDialog batch={batch} onClose={close} />}
        />
      )}
      {changeable && (
        <ActionButton
          label={translate(t('extend.action'))}
          dialog={close => <BatchExtendDialog batch={batch} onClose={close} />}
        />
      )}
      <ActionMenu
        name={batch.name}
        actions={[
          ...batchTransitions[batch.status]
            .filter(status => status !== 'active' || batch.status === 'disabled')
            .map(status => ({
              label: translate(t(`status.${status}.action`)),
              danger: status !== 'active',
              dialog: (close: () => void) => (
                <BatchStatusDialog batch={batch} status={status} onClose={close} />
              ),
            })),
          {
            label: translate(t('disable.all')),
            danger: true,
            dialog: close => <BatchDisableCodesDialog batch={batch} onClose={close} />,
          },
        ]}
      />
    </>
  );
};
