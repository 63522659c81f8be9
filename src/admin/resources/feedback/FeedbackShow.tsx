import { Box } from '@mui/material';
import { feedbackStatuses } from '#contract/feedback.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { FeedbackActs } from './FeedbackActs.tsx';
import { FeedbackConversation } from './FeedbackConversation.tsx';
import { FeedbackFacts } from './FeedbackFacts.tsx';
import type { FeedbackRecord } from './FeedbackRecord.ts';

/** All that was said, the answer, and what it is about. */
export const FeedbackShow = () => (
  <Show
    history={<AuditTrail />}
    refetchInterval={({ status }: FeedbackRecord) => status === 'open' && 30_000}
    header={<FeedbackHeader />}
    aside={<FeedbackFacts />}
    asideLast
  >
    <FeedbackConversation />
    <AuditTrail />
  </Show>
);

const FeedbackHeader = () => {
  const { ownerName } = useRecord<FeedbackRecord>();
  return (
    <RecordHeader
      status={
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <StatusField choices={feedbackStatuses} />
          {ownerName}
        </Box>
      }
      actions={<FeedbackActs />}
    />
  );
};
