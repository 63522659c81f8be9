import { Box } from '@mui/material';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import { exactTime } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import type { FeedbackRecord } from './FeedbackRecord.ts';
import { FeedbackUser } from './FeedbackUser.tsx';

/** Who has sent it, what it is about, and by when it is to be answered. */
export const FeedbackFacts = () => {
  const t = useTexts('resources.feedback');
  const { topic, contact, createTime, templateId, templateName, receiptNo, answerBy, ...owned } =
    useRecord<FeedbackRecord>();
  const { ownerName, ownedTime } = owned;
  return (
    <Panel title={t('about')}>
      <FactList
        facts={[
          [t('fields.topic'), feedbackTopics[topic].label],
          [t('fields.userId'), <FeedbackUser key="user" />],
          [
            t('fields.contact'),
            contact && (
              <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'end', gap: 0.5 }}>
                {contact}
                <CopyText text={contact} name={t('fields.contact')} />
              </Box>
            ),
          ],
          [
            t('fields.templateId'),
            templateId && (
              <PageLink to={`/templates/edit/${encodeURIComponent(templateId)}`}>
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
