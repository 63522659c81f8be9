import { Box } from '@mui/material';
import { RecordContextProvider, ResourceContextProvider, useGetOne } from 'react-admin';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import type { Task } from '#contract/task.ts';
import { exactTime } from '../../../shared/time.ts';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { OwnedTask } from '../tasks/parts.ts';
import type { FeedbackRecord } from './FeedbackRecord.ts';
import { FeedbackUser } from './FeedbackUser.tsx';

/** All that was said, what was done about it, and the picture that it is about. */
export const FeedbackDetails = () => {
  const t = useTexts('resources.feedback');
  const feedback = useRecord<FeedbackRecord>();
  const { topic, text, contact, createTime, templateId, templateName } = feedback;
  const { reply, handledBy, handledTime, taskId, receiptNo, answerBy } = feedback;
  return (
    <SideBySide columns={{ md: 'minmax(0, 3fr) minmax(0, 2fr)' }}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
        {reply && (
          <Box sx={{ pl: 1.5, borderLeft: 3, borderColor: 'success.main' }}>
            <Quiet tiny>
              {handledTime
                ? t('handledBy', { by: handledBy, time: exactTime(handledTime) })
                : t('formerReply')}
            </Quiet>
            <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{reply}</Box>
          </Box>
        )}
        {taskId && <FeedbackTask id={taskId} />}
      </Box>
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
        ]}
      />
    </SideBySide>
  );
};

/** The task with its pictures, and what can be done with it. */
const FeedbackTask = ({ id }: { id: string }) => {
  const t = useTexts('resources.feedback');
  const { data: task, error } = useGetOne<RecordOf<Task>>(
    'tasks',
    { id },
    { onError: () => undefined, retry: false },
  );
  if (!task) return error ? <Quiet small>{t('taskGone')}</Quiet> : null;
  return (
    <ResourceContextProvider value="tasks">
      <RecordContextProvider value={task}>
        <Box sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <OwnedTask withoutOwner />
        </Box>
      </RecordContextProvider>
    </ResourceContextProvider>
  );
};
