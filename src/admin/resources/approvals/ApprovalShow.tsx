import { Alert } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import { type Approval, approvalActions, approvalStatuses } from '#contract/approval.ts';
import { daysInWords } from '#contract/memberDays.ts';
import { approvalRights } from '#contract/rights/approvals.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { SubjectField, useIsAboveOwn } from './ApprovalFields.tsx';

addTexts({ approvals });

const SOON_MS = 15_000;

/** One request: what is asked for and why, and the decision. */
export const ApprovalShow = () => (
  <Show
    history={<AuditTrail />}
    refetchInterval={({ status }: Approval) => (status === 'waiting' ? SOON_MS : false)}
    header={
      <RecordHeader
        status={<StatusField choices={approvalStatuses} />}
        actions={<ApprovalActs />}
      />
    }
    aside={<AuditTrail />}
    asideLast
  >
    <Notice />
    <Facts />
  </Show>
);

/** What a decision will do, and who may make it. */
const Notice = () => {
  const t = useTexts('resources.approvals');
  const { identity } = useGetIdentity();
  const isAbove = useIsAboveOwn();
  const { status, kind, askedById } = useRecord<Approval>();
  if (status !== 'waiting') return null;
  return (
    <Alert severity="info">
      {identity?.id === askedById && t('own')}
      {identity?.id !== askedById && isAbove && t('aboveOwn')}
      {t(`help.${kind}`)}
    </Alert>
  );
};

const signed = (count: number) => (count ? `${count > 0 ? '+' : ''}${count}` : undefined);

const wordsOfDays = (days: number) => (days > 0 ? daysInWords(days) : `-${daysInWords(-days)}`);

const Facts = () => {
  const t = useTexts('resources.approvals');
  const record = useRecord<Approval>();
  const { status, decideTime, kind } = record;
  const field = (name: keyof Approval) => t(`fields.${name}`);
  return (
    <Panel title={t('facts')}>
      <FactList
        facts={[
          [field('amount'), approvalSummary(record)],
          [field('title'), <SubjectField key="subject" />],
          [field('packageName'), record.packageName || undefined],
          [field('days'), record.days ? wordsOfDays(record.days) : undefined],
          [field('untilTime'), record.untilTime ? exactTime(record.untilTime) : undefined],
          [field('paidCredits'), signed(record.paidCredits)],
          [field('giftCredits'), signed(record.giftCredits)],
          [field('people'), record.people || undefined],
          [field('refundedFen'), kind === 'refund' ? formatYuan(record.refundedFen) : undefined],
          [field('printNo'), record.printNo || undefined],
          [field('reason'), record.reason],
          [field('limit'), record.limit],
          [field('askedBy'), record.askedBy],
          [field('createTime'), exactTime(record.createTime)],
          [field('expireTime'), status === 'waiting' ? exactTime(record.expireTime) : undefined],
          [field('decidedBy'), record.decidedBy || undefined],
          [field('decideTime'), decideTime ? exactTime(decideTime) : undefined],
          [field('note'), record.note || undefined],
        ]}
      />
    </Panel>
  );
};

const { note } = approvalActions.approveRequest.input.shape;
const { note: requiredNote } = approvalActions.declineRequest.input.shape;

const texts = 'resources.approvals';

/** Approve and decline, of others' requests; withdraw, of one's own. */
const ApprovalActs = () => {
  const t = useTexts(texts);
  const { invoke } = useDataProvider();
  const { identity } = useGetIdentity();
  const may = useCan();
  const isAbove = useIsAboveOwn();
  const { id, status, kind, askedById } = useRecord<Approval>();
  if (status !== 'waiting' || !identity) return null;
  if (identity.id === askedById)
    return (
      <DialogButton texts={`${texts}.withdraw`}>
        <ActionForm
          run={() => invoke('adminOrder', 'withdrawRequest', { id })}
          submit={<SubmitButton danger />}
        />
      </DialogButton>
    );
  if (!may('approvals.decide') || !may(approvalRights[kind].decide)) return null;
  return (
    <>
      <DialogButton texts={`${texts}.decline`}>
        <ActionForm
          fields={{ note: requiredNote }}
          run={input => invoke('adminOrder', 'declineRequest', { id, ...input })}
          submit={<SubmitButton danger />}
        >
          <TextInput source="note" label={t('decline.note')} isRequired fullWidth />
        </ActionForm>
      </DialogButton>
      {!isAbove && (
        <DialogButton texts={`${texts}.approve`} button={{ variant: 'contained' }}>
          <ActionForm
            facts={t(`help.${kind}`)}
            fields={{ note }}
            run={(input): Promise<Approval> =>
              invoke('adminOrder', 'approveRequest', { id, ...input })
            }
          >
            <TextInput source="note" label={t('approve.note')} fullWidth />
          </ActionForm>
        </DialogButton>
      )}
    </>
  );
};
