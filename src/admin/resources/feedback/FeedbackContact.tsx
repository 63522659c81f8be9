import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { feedbackActions } from '#contract/feedback.ts';
import type { ActionOutput } from '#contract/index.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { CopiedText } from '../../kit/field/CopyText.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import type { FeedbackRecord } from './FeedbackActs.tsx';

/** Masked, as numbers in the texts are; with a reason the whole, until the page is left. */
export const FeedbackContact = () => {
  const t = useTexts('resources.feedback');
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const { id, contact, text, messages } = useRecord<FeedbackRecord>();
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
