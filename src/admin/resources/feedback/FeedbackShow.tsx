import { Box } from '@mui/material';
import { feedbackStatuses } from '#contract/feedback.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import { exactTime } from '../../../shared/time.ts';
import { editPath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PageLink, StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { UserName } from '../user-link/parts.ts';
import { FeedbackActs } from './FeedbackActs.tsx';
import { FeedbackContact } from './FeedbackContact.tsx';
import { FeedbackConversation } from './FeedbackConversation.tsx';
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

/** Who has sent it, what it is about, and by when it is to be answered. */
const FeedbackFacts = () => {
  const t = useTexts('resources.feedback');
  const { topic, userId, createTime, templateId, templateName, ...record } =
    useRecord<FeedbackRecord>();
  const { receiptNo, answerBy, ownerName, ownedTime } = record;
  return (
    <Panel title={t('about')}>
      <FactList
        facts={[
          [t('fields.topic'), feedbackTopics[topic].label],
          [t('fields.userId'), <UserName key="user" id={userId} />],
          [t('fields.contact'), <FeedbackContact key="contact" />],
          [
            t('fields.templateId'),
            templateId && (
              <PageLink to={editPath('templates', templateId)}>
                {templateName || templateId}
              </PageLink>
            ),
          ],
          [t('fields.receiptNo'), receiptNo],
          [t('fields.createTime'), exactTime(createTime)],
          [t('fields.answerBy'), answerBy && exactTime(answerBy)],
          [
            t('fields.ownerName'),
            ownerName && ownedTime && t('owned', { by: ownerName, time: exactTime(ownedTime) }),
          ],
        ]}
      />
    </Panel>
  );
};
