import { type FormEvent, useState } from 'react';
import { type FeedbackTopic, feedbackTopics } from '#contract/feedbackTopics.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { Dialog } from '../Dialog.tsx';
import { failureMessage } from '../failureMessage.ts';

const LEAST_TEXT = 5;

/** Closes by itself once it was received; after a failure what was written is still there. */
export const FeedbackDialog = ({
  invoke,
  onClose,
}: {
  invoke: Invoke;
  onClose: (sent: boolean) => void;
}) => {
  const [topic, setTopic] = useState<FeedbackTopic>('quality');
  const [text, setText] = useState('');
  const [contact, setContact] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  // The same for every attempt, so that a repeated one is not received twice.
  const [idemKey] = useState(() => crypto.randomUUID());

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (text.trim().length < LEAST_TEXT) return setError(words.textTooShort);
    setBusy(true);
    setError('');
    try {
      await invoke('appUser', 'sendFeedback', {
        topic,
        text: text.trim(),
        ...(contact.trim() && { contact: contact.trim() }),
        idemKey,
      });
      onClose(true);
    } catch (failure) {
      console.error('feedback not sent', failure);
      setError(failureMessage(failure));
      setBusy(false);
    }
  };

  return (
    <Dialog title={words.feedback} busy={busy} onClose={() => onClose(false)}>
      <form className="dialog-text" noValidate onSubmit={event => void send(event)}>
        <label className="field">
          <span>{words.topic}</span>
          <select value={topic} onChange={({ target }) => setTopic(target.value as FeedbackTopic)}>
            {Object.entries(feedbackTopics).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{words.text}</span>
          <textarea
            value={text}
            maxLength={1_000}
            placeholder={words.textPlaceholder}
            aria-invalid={error === words.textTooShort}
            onChange={({ target }) => {
              setText(target.value);
              setError('');
            }}
          />
        </label>
        <label className="field">
          <span>{words.contact}</span>
          <input
            value={contact}
            maxLength={60}
            placeholder={words.contactPlaceholder}
            onChange={({ target }) => setContact(target.value)}
          />
        </label>
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" disabled={busy} onClick={() => onClose(false)}>
            {words.cancel}
          </button>
          <button type="submit" className="button button-accent" disabled={busy}>
            {busy ? words.sending : words.send}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
