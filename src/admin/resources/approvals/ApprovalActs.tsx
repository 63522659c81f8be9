import { useGetIdentity } from 'react-admin';
import { type Approval, approvalActions } from '#contract/approval.ts';
import { approvalRights } from '#contract/rights/approvals.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { type ApprovalRecord, useIsAboveOwn } from './ApprovalFields.tsx';

const { note } = approvalActions.approveRequest.input.shape;
const { note: requiredNote } = approvalActions.declineRequest.input.shape;

/** Approve and decline, of others' requests; withdraw, of one's own. */
export const ApprovalActs = () => {
  const { identity } = useGetIdentity();
  const may = useCan();
  const isAbove = useIsAboveOwn();
  const { status, kind, askedById } = useRecord<ApprovalRecord>();
  if (status !== 'waiting' || !identity) return null;
  if (identity.id === askedById) return <WithdrawButton />;
  if (!may('approvals.decide') || !may(approvalRights[kind].decide)) return null;
  return (
    <>
      <DeclineButton />
      {!isAbove && <ApproveButton />}
    </>
  );
};

const texts = 'resources.approvals';

const ApproveButton = () => {
  const t = useTexts(texts);
  const { invoke } = useDataProvider();
  const { id, kind } = useRecord<ApprovalRecord>();
  return (
    <DialogButton texts={`${texts}.approve`} button={{ variant: 'contained' }}>
      <ActionForm
        facts={t(`help.${kind}`)}
        fields={{ note }}
        run={(input): Promise<Approval> => invoke('adminOrder', 'approveRequest', { id, ...input })}
      >
        <TextInput source="note" label={t('approve.note')} fullWidth />
      </ActionForm>
    </DialogButton>
  );
};

const DeclineButton = () => {
  const t = useTexts(texts);
  const { invoke } = useDataProvider();
  const { id } = useRecord<ApprovalRecord>();
  return (
    <DialogButton texts={`${texts}.decline`}>
      <ActionForm
        fields={{ note: requiredNote }}
        run={input => invoke('adminOrder', 'declineRequest', { id, ...input })}
        submit={<SubmitButton danger />}
      >
        <TextInput source="note" label={t('decline.note')} isRequired fullWidth />
      </ActionForm>
    </DialogButton>
  );
};

const WithdrawButton = () => {
  const { invoke } = useDataProvider();
  const { id } = useRecord<ApprovalRecord>();
  return (
    <DialogButton texts={`${texts}.withdraw`}>
      <ActionForm
        run={() => invoke('adminOrder', 'withdrawRequest', { id })}
        submit={<SubmitButton danger />}
      />
    </DialogButton>
  );
};
