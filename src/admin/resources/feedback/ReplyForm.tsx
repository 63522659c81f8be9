import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { Form, useGetOne, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { codes } from '#contract/envelope.ts';
import { type Feedback, feedbackActions, MOST_FEEDBACK_MESSAGES } from '#contract/feedback.ts';
import { returnedSentence } from '#contract/sentences/feedback.ts';
import type { Task } from '#contract/task.ts';
import type { User } from '#contract/user.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { CloseContext } from '../../kit/action/DialogContext.tsx';
import { useReread } from '../../kit/action/useRun.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { BooleanInput, TextInput } from '../../kit/form/inputs.tsx';
import { validateWith } from '../../kit/form/zodValidation.ts';
import { useOrder } from '../orders/parts.ts';
import { heldCredits, mayRefund } from '../tasks/parts.ts';
import { QuickReplies } from './QuickReplies.tsx';

const { text } = feedbackActions.replyToFeedback.input.shape;
/** Money is never proposed. */
const empty = { text: '', credits: false, refund: false };
const validate = validateWith({ text }, empty);

interface Values {
  text: string;
  /** Gives the credits of the work back; refunds what was paid for it. */
  credits: boolean;
  refund: boolean;
}

interface Reply extends Values {
  /** That settles the feedback. */
  handle: boolean;
}

/**
 * What the user reads. Sent and settled in one act, with the credits or the money of the work before it: each of these
 * steps is done once however often it is tried, and the text and the record say what was found done.
 */
export const ReplyForm = () => {
  const t = useTexts('resources.feedback.answer');
  const notify = useNotify();
  const reread = useReread();
  const { messages, status, topic, userId, templateName } = useRecord<Feedback>();
  const { data: user } = useGetOne<RecordOf<User>>(
    'users',
    { id: userId },
    { enabled: useCan()('users.read'), staleTime: 30_000, onError: () => undefined },
  );
  const returnable = useReturnable();
  const run = useReply();
  /** It moves money, which is confirmed before. */
  const [asked, setAsked] = useState<Reply & { returnable: Returnable }>();
  const isOpen = status === 'open';
  if (messages.length >= MOST_FEEDBACK_MESSAGES) return null;
  const done = ({ returned, status: now }: Feedback) =>
    now === 'handled' ? t('settled', { returned: returnedSentence(returned) }) : t('done');
  const send = async (reply: Reply): Promise<{ text: string } | undefined | void> => {
    if (reply.credits || reply.refund) return setAsked({ ...reply, returnable });
    try {
      const written = await run(reply, returnable);
      void reread(written);
      notify(done(written), { type: 'success' });
      return undefined;
    } catch (error) {
      void reread();
      return { text: (error as Error).message };
    }
  };
  return (
    <>
      <Form
        key={messages.length}
        noValidate
        sanitizeEmptyValues={false}
        record={empty}
        validate={validate}
        onSubmit={(values: unknown) => send({ ...(values as Values), handle: isOpen })}
        disableInvalidFormNotification
      >
        <TextInput source="text" label={t('text')} multiline minRows={3} fullWidth isRequired />
        <QuickReplies topic={topic} user={user?.nickName ?? ''} work={templateName} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, mt: 1 }}>
          {returnable.credits > 0 && (
            <BooleanInput source="credits" label={t('credits', { count: returnable.credits })} />
          )}
          {returnable.fen > 0 && (
            <BooleanInput
              source="refund"
              label={t('refund', { sum: formatYuan(returnable.fen) })}
            />
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
          <SendButton label={t(isOpen ? 'sendAndSettle' : 'send')} />
          {isOpen && <SendOnlyButton label={t('send')} send={send} />}
        </Box>
      </Form>
      {asked && (
        <CloseContext value={() => setAsked(undefined)}>
          <ActionDialog texts="resources.feedback.answer.money">
            <ActionForm
              facts={[
                asked.credits && t('money.credits', { count: asked.returnable.credits }),
                asked.refund && t('money.refund', { sum: formatYuan(asked.returnable.fen) }),
                t(asked.handle ? 'money.settle' : 'money.send'),
              ]
                .filter(Boolean)
                .join('')}
              // As it was confirmed, also where the page has changed since.
              run={() => run(asked, asked.returnable)}
              done={done}
            />
          </ActionDialog>
        </CloseContext>
      )}
    </>
  );
};

const SendButton = ({ label }: { label: string }) => {
  const { isSubmitting } = useFormContext().formState;
  return (
    <Button type="submit" variant="contained" loading={isSubmitting}>
      {label}
    </Button>
  );
};

interface SendOnlyButtonProps {
  label: string;
  send: (reply: Reply) => Promise<{ text: string } | undefined | void>;
}

/** The feedback stays open. */
const SendOnlyButton = ({ label, send }: SendOnlyButtonProps) => {
  const { handleSubmit, setError, formState } = useFormContext<Values>();
  const submit = handleSubmit(async values => {
    const errors = await send({ ...values, handle: false });
    if (errors) setError('text', { message: errors.text });
  });
  return (
    <Button disabled={formState.isSubmitting} onClick={() => void submit()}>
      {label}
    </Button>
  );
};

interface Returnable {
  credits: number;
  orderId: string;
  fen: number;
  reasonCode: string;
}

/** What the user can still get back for the work that it is about, of what the role may give back. */
const useReturnable = (): Returnable => {
  const can = useCan();
  const { taskId } = useRecord<Feedback>();
  const { data: task } = useGetOne<RecordOf<Task>>(
    'tasks',
    { id: taskId },
    { enabled: taskId !== '' && can('tasks.read'), onError: () => undefined, retry: false },
  );
  const order = useOrder(can('orders.refund') ? (task?.orderId ?? '') : '');
  return {
    credits: task && can('tasks.write') && mayRefund(task) ? heldCredits(task) : 0,
    orderId: order?.id ?? '',
    fen: order?.refundable?.maxFen ?? 0,
    reasonCode: order?.refundable?.reasons[0] ?? '',
  };
};

/** The steps of a reply: credits, refund, then the message, which says what the server finds done. */
const useReply = () => {
  const t = useTexts('resources.feedback.answer');
  const { invoke, getOne } = useDataProvider();
  const { id, rev, taskId, receiptNo } = useRecord<Feedback>();
  const reason = t('reason', { receiptNo });
  return async (
    { text: said, credits, refund, handle }: Reply,
    { orderId, fen, reasonCode }: Returnable,
  ): Promise<Feedback> => {
    if (credits) {
      await invoke('adminTask', 'refundTaskCredits', { id: taskId, reason }).catch(
        async (error: unknown) => {
          // An attempt whose answer was lost, or a colleague, has returned them.
          if (!(error instanceof ActionFailure) || error.body.code !== codes.stateNotAllowed)
            throw error;
          const { data } = await getOne<RecordOf<Task>>('tasks', { id: taskId });
          if (!data.isRefunded) throw error;
        },
      );
    }
    if (refund) {
      const wish = { amountFen: fen, reasonCode, internalNote: reason };
      // One refund of one feedback.
      await invoke('adminOrder', 'processRefund', {
        id: orderId,
        ...wish,
        idemKey: `${id}_refund`,
      });
    }
    return invoke('adminFeedback', 'replyToFeedback', {
      id,
      rev,
      text: said,
      ...(handle && { handle }),
    });
  };
};
