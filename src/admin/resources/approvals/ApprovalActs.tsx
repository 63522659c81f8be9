import { Box, Divider } from '@mui/material';
import { RecordContextProvider, useGetIdentity } from 'react-admin';
import { type Approval, approvalActions } from '#contract/approval.ts';
import { approvalRights } from '#contract/rights/approvals.ts';
import {
  ActionDialog,
  type DialogButtonProps,
  DialogButton,
} from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { ApprovalFacts, useAbout } from './ApprovalFacts.tsx';
import { useIsAboveOwn } from './ApprovalFields.tsx';

const { note } = approvalActions.approveRequest.input.shape;
const { note: requiredNote } = approvalActions.declineRequest.input.shape;

const texts = 'resources.approvals';

/** Approve and decline, of others' requests; withdraw, of one's own. In a row, and on the page. */
export const ApprovalActs = ({ isRow = false }: { isRow?: boolean }) => {
  const t = useTexts(texts);
  const { invoke } = useDataProvider();
  const { identity } = useGetIdentity();
  const may = useCan();
  const isAbove = useIsAboveOwn();
  const { id, rev, status, kind, askedById } = useRecord<Approval>();
  const button: DialogButtonProps['button'] = isRow ? { size: 'small', variant: 'text' } : {};
  if (status !== 'waiting' || !identity) return null;
  if (identity.id === askedById)
    return (
      <DialogButton texts={`${texts}.withdraw`} button={button}>
        <ActionForm
          run={() => invoke('adminOrder', 'withdrawRequest', { id })}
          submit={<SubmitButton danger />}
        />
      </DialogButton>
    );
  if (!may('approvals.decide') || !may(approvalRights[kind].decide)) return null;
  return (
    <>
      <DialogButton texts={`${texts}.decline`} button={button}>
        <ActionForm
          fields={{ note: requiredNote }}
          run={input => invoke('adminOrder', 'declineRequest', { id, rev, ...input })}
          submit={<SubmitButton danger />}
        >
          <TextInput source="note" label={t('decline.note')} isRequired fullWidth />
        </ActionForm>
      </DialogButton>
      {!isAbove && (
        <ActionButton
          {...(isRow ? { size: 'small' } : { variant: 'contained' })}
          label={t('approve.action')}
          dialog={<ApproveDialog isRow={isRow} />}
        />
      )}
    </>
  );
};

/** Says what approving does; from a row also all that the page says. What was changed meanwhile is refused. */
const ApproveDialog = ({ isRow }: { isRow: boolean }) => {
  const t = useTexts(`${texts}.approve`);
  const { invoke } = useDataProvider();
  const record = useRecord<Approval>();
  const { id, rev, kind } = record;
  const { isPending } = useAbout();
  return (
    <ActionDialog texts={`${texts}.approve`} {...(isRow && { maxWidth: 'sm' })}>
      <ActionForm
        facts={
          <>
            {isRow && (
              <Box sx={{ color: 'text.primary', mb: 1.5 }}>
                <RecordContextProvider value={record}>
                  <ApprovalFacts />
                </RecordContextProvider>
                <Divider sx={{ mt: 1.5 }} />
              </Box>
            )}
            {t(`effect.${kind}`)}
          </>
        }
        fields={{ note }}
        run={(input): Promise<Approval> =>
          invoke('adminOrder', 'approveRequest', { id, rev, ...input })
        }
        submit={<SubmitButton disabled={isRow && isPending} />}
      >
        <TextInput source="note" label={t('note')} fullWidth />
      </ActionForm>
    </ActionDialog>
  );
};
