import { Box } from '@mui/material';
import { type Feedback, feedbackActions } from '#contract/feedback.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput } from '../../kit/action/ActionForm.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';

/** Accepts a feedback, handles it, or opens it again. */
export const FeedbackActs = () => {
  const t = useTexts('resources.feedback');
  const { invoke } = useDataProvider();
  const mayAct = useCan()('feedback.write');
  const { id, rev, status, reply, acceptedTime } = useRecord<Feedback>();
  if (!mayAct) return null;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1 }}>
      {status === 'open' && acceptedTime === null && (
        <RunButton
          size="small"
          variant="text"
          label={t('accept.action')}
          done={t('accept.done')}
          run={() => invoke('adminFeedback', 'acceptFeedback', { id, rev })}
        />
      )}
      {status === 'open' ? (
        <DialogButton texts="resources.feedback.handle" button={{ size: 'small' }}>
          <ActionForm
            resource="feedback"
            fields={{ reply: feedbackActions.handleFeedback.input.shape.reply }}
            defaultValues={{ reply }}
            run={input => invoke('adminFeedback', 'handleFeedback', { id, rev, ...input })}
          >
            <ReasonInput source="reply" submits />
          </ActionForm>
        </DialogButton>
      ) : (
        <RunButton
          size="small"
          variant="text"
          label={t('reopen.action')}
          done={t('reopen.done')}
          run={() => invoke('adminFeedback', 'reopenFeedback', { id, rev })}
        />
      )}
    </Box>
  );
};
