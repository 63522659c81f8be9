import { TextInput } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke, useRecord } from '../../kit/base/hooks.ts';
import { InstantInput } from '../../kit/form/InstantInput.tsx';
import type { BatchRecord } from './records.ts';

const { expireTime, reason } = activationCodeActions.extendBatch.input.shape;

export const BatchExtendDialog = () => {
  const invoke = useInvoke();
  const batch = useRecord<BatchRecord>();
  const { id, rev, name, counts } = batch;
  const { unused, expired } = counts;
  return (
    <ActionDialog
      texts="resources.activation-codes.extend"
      values={{ name, until: exactTime(batch.expireTime), unused, expired }}
      fields={{ expireTime, reason }}
      defaults={{ expireTime: batch.expireTime, reason: '' }}
      run={values =>
        invoke('adminActivationCode', 'extendBatch', {
          id,
          rev,
          expireTime: values.expireTime,
          ...(values.reason && { reason: values.reason }),
        })
      }
    >
      <InstantInput source="expireTime" />
      <TextInput source="reason" fullWidth />
    </ActionDialog>
  );
};
