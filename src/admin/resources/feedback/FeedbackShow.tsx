import { Box } from '@mui/material';
import { useState } from 'react';
import {
  RecordContextProvider,
  ResourceContextProvider,
  useGetOne,
  useTranslate,
} from 'react-admin';
import { type Feedback, feedbackActions, feedbackStatuses } from '#contract/feedback.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import type { ActionOutput } from '#contract/index.ts';
import { returnedSentence } from '#contract/sentences/feedback.ts';
import type { Task } from '#contract/task.ts';
import { exactTime } from '../../../shared/time.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import {
  type RecordOf,
  useCreatePath,
  useDataProvider,
  useRecord,
  useTexts,
} from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { CopiedText } from '../../kit/field/CopyText.tsx';
import { PageLink, Quiet, StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show, WholeRecord } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { OwnedTask } from '../tasks/parts.ts';
import { ClaimButton } from '../todo/parts.ts';
import { UserName } from '../user-link/parts.ts';
import { FeedbackActs } from './FeedbackActs.tsx';
import { ReplyForm } from './ReplyForm.tsx';

/** Masked, as numbers in the texts are; with a reason the whole, until the page is left. */
const FeedbackContact = () => {
  const t = useTexts('resources.feedback');
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const { id, contact, text, messages } = useRecord<Feedback>();
  const [whole, setWhole] = useState<ActionOutput<'adminFeedback', 'revealContact'> | null>(null);
  if (whole)
    return (
      <>
        {whole.contact && <CopiedText text={whole.contact} name={t('fields.contact')} />}
        {whole.texts.map((one, at) => (
          <Quiet small key={at}>
            {one}
          </Quiet>
        ))}
      </>
    );
  const isMasked = [contact, text, ...messages.map(one => one.text)].some(one =>
    one.includes('****'),
  );
  if (!isMasked) return <>{translate('list.none')}</>;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, justifyContent: 'flex-end' }}>
      {contact}
      <DialogButton
        right="users.contact"
        button={{ size: 'small', variant: 'text' }}
        texts="resources.feedback.reveal"
      >
        <ActionForm
          fields={{ reason: feedbackActions.revealContact.input.shape.reason }}
          run={input => invoke('adminFeedback', 'revealContact', { id, ...input })}
          onDone={setWhole}
        />
      </DialogButton>
    </Box>
  );
};

/** All that was said, the answer, and what it is about. */
export const FeedbackShow = () => (
  <Show
    history={<AuditTrail />}
    waits={({ status }: Feedback) => status === 'open'}
    header={<FeedbackHeader />}
    aside={<FeedbackFacts />}
    asideLast
  >
    <FeedbackConversation />
    <AuditTrail />
  </Show>
);

const FeedbackHeader = () => {
  const { ownerName } = useRecord<Feedback>();
  return (
    <RecordHeader
      status={
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <StatusField choices={feedbackStatuses} />
          {ownerName}
        </Box>
      }
      actions={
        <>
          <ClaimButton />
          <FeedbackActs />
        </>
      }
    />
  );
};

/** Who has sent it, what it is about, and by when it is to be answered. */
const FeedbackFacts = () => {
  const createPath = useCreatePath();
  const t = useTexts('resources.feedback');
  const { topic, userId, createTime, templateId, templateName, ...record } = useRecord<Feedback>();
  const { receiptNo, acceptBy, acceptedTime, answerBy, ownerName, ownedTime } = record;
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
              <PageLink to={createPath({ resource: 'templates', type: 'edit', id: templateId })}>
                {templateName || templateId}
              </PageLink>
            ),
          ],
          [t('fields.receiptNo'), receiptNo],
          [t('fields.createTime'), exactTime(createTime)],
          acceptedTime
            ? [t('fields.acceptedTime'), exactTime(acceptedTime)]
            : [t('fields.acceptBy'), acceptBy && exactTime(acceptBy)],
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

/** The first text and what was written since, the picture that it is about, and the next answer. */
const FeedbackConversation = () => {
  const t = useTexts('resources.feedback');
  const feedback = useRecord<Feedback>();
  const can = useCan();
  const { topic, text, createTime, messages, taskId, reply, handledBy, handledTime } = feedback;
  const isLetter = topic === 'support';
  const first = {
    from: isLetter ? ('support' as const) : ('user' as const),
    by: isLetter ? handledBy : '',
    text,
    time: createTime,
  };
  return (
    <>
      <Panel title={t('conversation')}>
        <PlainList sx={{ display: 'grid', gap: 1.5 }}>
          {[first, ...messages].map((message, at) => (
            // None is ever taken away, and two may have one time.
            <Message key={at} {...message} />
          ))}
        </PlainList>
        {feedback.isUnread && <Quiet small>{t('unread')}</Quiet>}
        {/* Once all messages are there, so that nothing moves under a press. */}
        <WholeRecord>{can('feedback.write') && <ReplyForm />}</WholeRecord>
      </Panel>
      {reply && (
        <Panel title={t('fields.reply')}>
          <Quiet tiny>
            {handledTime
              ? t('handledBy', { by: handledBy, time: exactTime(handledTime) })
              : t('formerReply')}
          </Quiet>
          <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{reply}</Box>
          {taskId && <Quiet small>{returnedSentence(feedback.returned)}</Quiet>}
        </Panel>
      )}
      {taskId && can('tasks.read') && <FeedbackTask id={taskId} />}
    </>
  );
};

type MessageProps = Feedback['messages'][number];

const Message = ({ from, by, text, time }: MessageProps) => {
  const t = useTexts('resources.feedback');
  const isSupport = from === 'support';
  return (
    <Box
      component="li"
      sx={{
        justifySelf: isSupport ? 'end' : 'start',
        maxWidth: '85%',
        px: 1.5,
        py: 1,
        borderRadius: 1,
        bgcolor: isSupport ? 'action.selected' : 'action.hover',
      }}
    >
      <Quiet tiny>
        {isSupport ? t('from.support', { by }) : t('from.user')} · {exactTime(time)}
      </Quiet>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
    </Box>
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
        <Panel title={t('fields.taskId')}>
          <OwnedTask withoutOwner />
        </Panel>
      </RecordContextProvider>
    </ResourceContextProvider>
  );
};
