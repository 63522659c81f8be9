import '../fields.css';
import './letters.css';
import type { FormEvent } from 'react';
import type { VisitorFeedback } from '#contract/appUser.ts';
import { feedbackTopics, MAX_REPLY_LENGTH } from '#contract/feedbackTopics.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { letters as t } from '#i18n/zh/visitor/letters.ts';
import { lastDay, exactMinute } from '../../shared/time.ts';
import { BackButton } from '../BackButton.tsx';
import { Failure, FailureText } from '../Failure.tsx';
import { Link } from '../Link.tsx';
import { taskAddress } from '../location.ts';
import { EmptyNotice } from '../Notice.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import { useAct } from '../useAct.ts';
import { useDraft } from '../useDraft.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';

/** One conversation with support. */
export const LetterPage = ({ invoke, id }: { invoke: Invoke; id: string }) => {
  usePageTitle(t.title);
  const { state, again } = useRead(invoke, 'appUser', 'openFeedback', { id });
  return (
    <>
      <BackButton />
      {state.status === 'loading' && <PageSkeleton />}
      {state.status === 'gone' && (
        <EmptyNotice isPage title={t.gone} href="/letters" action={t.title}>
          {t.goneHint}
        </EmptyNotice>
      )}
      {state.status === 'failed' && <Failure message={state.message} onRetry={again} />}
      {state.status === 'ready' && (
        <Letter invoke={invoke} letter={state.value} notRead={state.message} onSent={again} />
      )}
    </>
  );
};

interface LetterProps {
  invoke: Invoke;
  letter: VisitorFeedback;
  /** Why it could not be read anew; '' for no failure. */
  notRead: string;
  onSent: () => void;
}

const Letter = ({ invoke, letter, notRead, onSent }: LetterProps) => {
  const { topic, text, createTime, status, receiptNo, taskId } = letter;
  const { acceptBy, acceptedTime, answerBy } = letter;
  const first = { from: topic === 'support' ? 'support' : 'user', text, time: createTime } as const;
  const facts = [
    status === 'open' && acceptedTime === null ? t.notAccepted : t.states[status],
    receiptNo && t.receipt(receiptNo),
    status === 'open' && !acceptedTime && acceptBy !== null && t.acceptBy(lastDay(acceptBy)),
    status === 'open' && answerBy !== null && t.answerBy(lastDay(answerBy)),
  ];
  return (
    <article className="letter">
      <h1 tabIndex={-1}>{feedbackTopics[topic].label}</h1>
      <p className="hint">{facts.filter(Boolean).join(' · ')}</p>
      {taskId && (
        <p>
          <Link className="link" href={taskAddress(taskId)}>
            {t.toTask}
          </Link>
        </p>
      )}
      <ol className="letter-messages">
        {[first, ...letter.messages].map((message, at) => (
          <li key={at} className={`letter-${message.from}`}>
            <small className="hint">
              {t[message.from]} · {exactMinute(message.time)}
            </small>
            <p>{message.text}</p>
          </li>
        ))}
      </ol>
      <FailureText message={notRead} />
      <AnswerForm invoke={invoke} id={letter._id} onSent={onSent} />
    </article>
  );
};

const AnswerForm = ({
  invoke,
  id,
  onSent,
}: Pick<LetterProps, 'invoke' | 'onSent'> & { id: string }) => {
  const [{ text }, write, forget] = useDraft(`letter:${id}`, { text: '' });
  const { busy, message, run } = useAct(async () => {
    await invoke('appUser', 'answerFeedback', { id, text });
    forget();
    onSent();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') run();
  };
  return (
    <form className="entry" onSubmit={send}>
      <label htmlFor="letter-text">{t.write}</label>
      <textarea
        id="letter-text"
        rows={3}
        value={text}
        maxLength={MAX_REPLY_LENGTH}
        onChange={({ target }) => write({ text: target.value })}
      />
      <FailureText message={message} />
      <button type="submit" className="button button-accent" disabled={busy || text.trim() === ''}>
        {busy ? t.sending : t.send}
      </button>
    </form>
  );
};
