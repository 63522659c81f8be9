import { type FormEvent, useState } from 'react';
import {
  MAX_CONTACT_LENGTH,
  MAX_FEEDBACK_LENGTH,
  MIN_FEEDBACK_LENGTH,
  type VisitorTopic,
  visitorTopics,
} from '#contract/feedbackTopics.ts';
import type { ActionOutput } from '#contract/index.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { feedback as texts } from '#i18n/zh/visitor/feedback.ts';
import { useRequestKey } from '../shared/requestKey.ts';
import { useSystemSettings } from '../shared/settings.ts';
import { ChoiceChips } from './ChoiceChips.tsx';
import { Dialog } from './Dialog.tsx';
import { FailureText } from './Failure.tsx';
import { failureMessage } from './failureMessage.ts';
import { Link } from './Link.tsx';
import { useDraft } from './useDraft.ts';
import './fields.css';

export interface FeedbackDialogProps {
  invoke: Invoke;
  /** What it is about; nothing in particular without. */
  taskId?: string;
  templateId?: string;
  /** What is chosen at first. */
  firstTopic?: VisitorTopic;
  onClose: () => void;
}

type Receipt = ActionOutput<'appUser', 'sendFeedback'>;

export const FeedbackDialog = ({
  invoke,
  taskId,
  templateId,
  firstTopic = 'quality',
  onClose,
}: FeedbackDialogProps) => {
  const { keyOf } = useRequestKey();
  const [{ topic, text, contact }, write, forget] = useDraft(
    `feedback:${taskId ?? templateId ?? ''}`,
    { topic: firstTopic as string, text: '', contact: '' },
  );
  const [state, setState] = useState<'open' | 'sending'>('open');
  const [receipt, setReceipt] = useState<Receipt>();
  const { complaints } = useSystemSettings().site.legal;
  const [failure, setFailure] = useState<{ message: string; fields: Record<string, string> }>();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'open') return;
    if (text.trim().length < MIN_FEEDBACK_LENGTH) {
      setFailure({ message: '', fields: { text: texts.textHint(MIN_FEEDBACK_LENGTH) } });
      return;
    }
    setFailure(undefined);
    setState('sending');
    try {
      const message = {
        topic: topic as VisitorTopic,
        text,
        contact,
        ...(taskId && { taskId }),
        ...(templateId && { templateId }),
      };
      setReceipt(await invoke('appUser', 'sendFeedback', { ...message, idemKey: keyOf(message) }));
      forget();
    } catch (error) {
      console.error('feedback not sent', error);
      const fields = (error instanceof ActionFailure && error.body.errors) || {};
      setFailure({ message: failureMessage(error), fields });
      setState('open');
    }
  };

  if (receipt)
    return (
      <Dialog title={texts.sent} onClose={onClose}>
        <div role="status">
          <p>
            {texts.receipt} <strong className="selectable">{receipt.receiptNo}</strong>
          </p>
          <p>
            {texts.deadlines(complaints.acceptDays, complaints.answerDays)}
            {texts.answers}
          </p>
        </div>
        <div className="dialog-actions">
          <Link className="button" href="/letters" onClick={onClose}>
            {texts.toAnswers}
          </Link>
          <button type="button" className="button button-accent" onClick={onClose}>
            {visitor.close}
          </button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={texts.title} busy={state === 'sending'} onClose={onClose}>
      <form className="feedback" noValidate onSubmit={event => void send(event)}>
        <ChoiceChips
          legend={texts.topic}
          name="topic"
          choices={visitorTopics}
          chosen={topic}
          onChoose={key => write({ topic: key })}
        />
        <div className="entry">
          <div className="entry-head">
            <label htmlFor="feedback-text">{texts.text}</label>
          </div>
          <textarea
            id="feedback-text"
            rows={4}
            value={text}
            maxLength={MAX_FEEDBACK_LENGTH}
            aria-required
            aria-invalid={failure?.fields.text !== undefined}
            aria-describedby="feedback-text-hint"
            onChange={({ target }) => write({ text: target.value })}
          />
          <p
            id="feedback-text-hint"
            className={failure?.fields.text ? 'failure' : 'hint'}
            role={failure?.fields.text ? 'alert' : undefined}
          >
            {failure?.fields.text ?? texts.textHint(MIN_FEEDBACK_LENGTH)}
          </p>
        </div>
        <div className="entry">
          <div className="entry-head">
            <label htmlFor="feedback-contact">
              {texts.contact}
              <small>{visitor.optional}</small>
            </label>
          </div>
          <input
            id="feedback-contact"
            type="text"
            value={contact}
            maxLength={MAX_CONTACT_LENGTH}
            autoComplete="tel"
            aria-invalid={failure?.fields.contact !== undefined}
            aria-describedby="feedback-contact-hint"
            onChange={({ target }) => write({ contact: target.value })}
          />
          <p id="feedback-contact-hint" className={failure?.fields.contact ? 'failure' : 'hint'}>
            {failure?.fields.contact ?? texts.contactHint}
          </p>
        </div>
        <p className="hint">{texts.deadlines(complaints.acceptDays, complaints.answerDays)}</p>
        <FailureText message={failure?.message} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" className="button button-accent" disabled={state === 'sending'}>
            {state === 'sending' ? texts.sending : texts.send}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
