import { TextInput, useTranslate } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { InstantInput } from '../../kit/form/InstantInput.tsx';
import type { BatchRecord } from './records.ts';

const t = (key: string) => `resources.activation-codes.${key}`;
const { expireTime, reason } = activationCodeActions.extendBatch.input.shape;

export const BatchExtendDialog = ({
  batch,
  onClose,
}: {
  batch: BatchRecord;
  onClose: () => void;
}) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, name, counts } = batch;
  return (
    <ActionDialog
      title={translate(t('extend.title'), { name })}
      labels="activation-codes"
      facts={translate(t('extend.facts'), {
        until: exactTime(batch.expireTime),
        unused: counts.unused,
        expired: counts.expired,
      })}
      fields={{ expireTime, reason }}
      defaults={{ expireTime: batch.expireTime, reason: '' }}
      submit={translate(t('extend.action'))}
      done={t('extend.done')}
      onClose={onClose}
      run={values =>
        invoke('adminActivationCode', 'extendBatch', {
          id,
          rev,
          expireTime: Number(values['expireTime']),
          ...(values['reason'] ? { reason: String(values['reason']) } : {}),
        })
      }
    >
      <InstantInput source="expireTime" />
      <TextInput source="reason" fullWidth />
    </ActionDialog>
  );
};
