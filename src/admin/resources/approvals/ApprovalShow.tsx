import { Alert } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import { approvalStatuses } from '#contract/approval.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { exactTime } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { ApprovalActs } from './ApprovalActs.tsx';
import { type ApprovalRecord, SubjectField, useIsAboveOwn } from './ApprovalFields.tsx';

addTexts({ approvals });

const SOON_MS = 15_000;

/** One request: what is asked for and why, and the decision. */
export const ApprovalShow = () => (
  <Show
    history={<AuditTrail />}
    refetchInterval={({ status }: ApprovalRecord) => (status === 'waiting' ? SOON_MS : false)}
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
  const { status, kind, askedById } = useRecord<ApprovalRecord>();
  if (status !== 'waiting') return null;
  return (
    <Alert severity="info">
      {identity?.id === askedById && t('own')}
      {identity?.id !== askedById && isAbove && t('aboveOwn')}
      {t(`help.${kind}`)}
    </Alert>
  );
};

const Facts = () => {
  const t = useTexts('resources.approvals');
  const record = useRecord<ApprovalRecord>();
  const { status, decideTime } = record;
  const field = (name: keyof ApprovalRecord) => t(`fields.${name}`);
  return (
    <Panel title={t('facts')}>
      <FactList
        facts={[
          [field('amount'), approvalSummary(record)],
          [field('title'), <SubjectField key="subject" />],
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
