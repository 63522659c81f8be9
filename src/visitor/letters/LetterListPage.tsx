import { useMemo } from 'react';
import type { VisitorFeedback } from '#contract/appUser.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { letters as t } from '#i18n/zh/visitor/letters.ts';
import { exactMinute } from '../../shared/time.ts';
import { BackButton } from '../BackButton.tsx';
import { EmptyNotice } from '../EmptyNotice.tsx';
import { Failure } from '../Failure.tsx';
import { Link } from '../Link.tsx';
import { ListEnd } from '../ListEnd.tsx';
import { letterAddress } from '../location.ts';
import { createPagedList } from '../pagedList.ts';
import { PageSkeleton } from '../skeletons.tsx';
import { usePagedList } from '../usePagedList.ts';
import { usePageTitle } from '../usePageTitle.ts';
import './letters.css';

const PAGE_SIZE = 20;

const createLetters = (invoke: Invoke) =>
  createPagedList<VisitorFeedback>({
    pageSize: PAGE_SIZE,
    freshMs: 0,
    read: after =>
      invoke('appUser', 'getFeedbacks', { pageSize: PAGE_SIZE, ...(after && { after }) }),
  });

/** What the visitor has written to support, and the other way round, the newest first. */
export const LetterListPage = ({ invoke }: { invoke: Invoke }) => {
  usePageTitle(t.title);
  const list = useMemo(() => createLetters(invoke), [invoke]);
  const { state, retry } = usePagedList(list);
  const { status, items, more, message } = state;
  return (
    <>
      <BackButton />
      <h1 tabIndex={-1}>{t.title}</h1>
      {status === 'loading' && <PageSkeleton />}
      {status === 'failed' && <Failure message={message} onRetry={retry} />}
      {status === 'ready' && items.length === 0 && (
        <EmptyNotice title={t.none}>{t.noneHint}</EmptyNotice>
      )}
      <ul className="letters">
        {items.map(letter => (
          <li key={letter._id}>
            <Link href={letterAddress(letter._id)} className="panel letter-row">
              <span>
                {feedbackTopics[letter.topic].label} · {t.states[letter.status]}
                {letter.isUnread && <span className="tag tag-member">{t.fresh}</span>}
              </span>
              <span className="letter-text">{letter.text}</span>
              <small className="hint">{exactMinute(letter.createTime)}</small>
            </Link>
          </li>
        ))}
      </ul>
      {status === 'ready' && (more !== 'end' || items.length > PAGE_SIZE) && (
        <ListEnd
          state={state}
          found={t.found(items.length)}
          onMore={list.loadMore}
          onRetry={list.retry}
        />
      )}
    </>
  );
};
