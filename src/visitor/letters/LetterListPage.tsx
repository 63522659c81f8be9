import { useMemo } from 'react';
import type { VisitorFeedback } from '#contract/appUser.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { letters as t } from '#i18n/zh/visitor/letters.ts';
import { exactMinute } from '../../shared/time.ts';
import { Link } from '../Link.tsx';
import { ListPage } from '../ListPage.tsx';
import { letterAddress } from '../location.ts';
import { createPagedList } from '../pagedList.ts';
import './letters.css';

const createLetters = (invoke: Invoke) =>
  createPagedList<VisitorFeedback>({
    pageSize: 20,
    read: page => invoke('appUser', 'getFeedbacks', page),
  });

/** What the visitor has written to support, and the other way round, the newest first. */
export const LetterListPage = ({ invoke }: { invoke: Invoke }) => {
  const list = useMemo(() => createLetters(invoke), [invoke]);
  return (
    <ListPage list={list} title={t.title} texts={t} className="letters">
      {letter => (
        <Link href={letterAddress(letter._id)} className="panel letter-row">
          <span>
            {feedbackTopics[letter.topic].label} · {t.states[letter.status]}
            {letter.isUnread && <span className="tag tag-member">{t.fresh}</span>}
          </span>
          <span className="letter-text">{letter.text}</span>
          <small className="hint">{exactMinute(letter.createTime)}</small>
        </Link>
      )}
    </ListPage>
  );
};
