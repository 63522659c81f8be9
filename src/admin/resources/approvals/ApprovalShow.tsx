import { Alert } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import { type Approval, approvalStatuses } from '#contract/approval.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { ClaimButton } from '../todo/parts.ts';
import { ApprovalActs } from './ApprovalActs.tsx';
import { ApprovalFacts } from './ApprovalFacts.tsx';
import { useIsAboveOwn } from './ApprovalFields.tsx';

addTexts({ approvals });

const SOON_MS = 15_000;

/** One request: what is asked for and why, and the decision. */
export const ApprovalShow = () => (
  <Show
    history={<AuditTrail />}
    waits={({ status }: Approval) => status === 'waiting'}
    refetchInterval={({ status }: Approval) => (status === 'waiting' ? SOON_MS : false)}
    header={
      <RecordHeader
        status={<StatusField choices={approvalStatuses} />}
        actions={
          <>
            <ClaimButton />
            <ApprovalActs />
          </>
        }
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

const Facts = () => (
  <Panel title={useTexts('resources.approvals')('facts')}>
    <ApprovalFacts />
  </Panel>
);
