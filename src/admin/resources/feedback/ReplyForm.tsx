import { Box, Button, Chip } from '@mui/material';
import { Form, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { feedbackActions, MOST_FEEDBACK_MESSAGES } from '#contract/feedback.ts';
import { useReread } from '../../kit/action/useRun.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useAnswer, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { validateWith } from '../../kit/form/zodValidation.ts';
import type { FeedbackRecord } from './FeedbackActs.tsx';

const { text } = feedbackActions.replyToFeedback.input.shape;
const empty = { text: '' };
const validate = validateWith({ text }, empty);

/** What the user reads; sent once, and kept where it could not be. */
export const ReplyForm = () => {
  const t = useTexts('resources.feedback.answer');
  const { invoke } = useDataProvider();
  const notify = useNotify();
  const reread = useReread();
  const { id, rev, messages } = useRecord<FeedbackRecord>();
  if (messages.length >= MOST_FEEDBACK_MESSAGES) return null;
  const send = async (values: Record<string, unknown>) => {
    try {
      const input = { id, rev, text: String(values['text']) };
      await reread(await invoke('adminFeedback', 'replyToFeedback', input));
      notify(t('done'), { type: 'success' });
      return undefined;
    } catch (error) {
      void reread();
      return { text: (error as Error).message };
    }
  };
  return (
    <Form
      key={messages.length}
      noValidate
      sanitizeEmptyValues={false}
      record={empty}
      validate={validate}
      onSubmit={send}
      disableInvalidFormNotification
    >
      <TextInput source="text" label={t('text')} multiline minRows={3} fullWidth isRequired />
      <QuickReplies />
      <SendButton label={t('send')} />
    </Form>
  );
};

const SendButton = ({ label }: { label: string }) => {
  const { isSubmitting } = useFormContext().formState;
  return (
    <Button type="submit" variant="contained" loading={isSubmitting} sx={{ mt: 1.5 }}>
      {label}
    </Button>
  );
};

/** From the settings; one that is chosen can be changed before it is sent. */
const QuickReplies = () => {
  const { setValue } = useFormContext();
  const { data } = useAnswer('adminSettings', 'getSettings', {
    data: { type: 'general' },
    enabled: useCan()('settings.read'),
  });
  const replies = (data?.data as { quickReplies?: string[] } | undefined)?.quickReplies ?? [];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
      {replies.map(sentence => (
        <Chip
          key={sentence}
          label={sentence}
          variant="outlined"
          onClick={() => setValue('text', sentence, { shouldDirty: true, shouldValidate: true })}
        />
      ))}
    </Box>
  );
};
