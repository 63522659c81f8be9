import { creditBuckets } from '#contract/creditLedger.ts';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { formatCount } from '../../shared/count.ts';
import { exactMinute } from '../../shared/time.ts';
import { ListEnd } from '../ListEnd.tsx';
import { createPagedList, type PagedList } from '../pagedList.ts';
import { usePagedList } from '../usePagedList.ts';

type Line = ActionOutput<'appUser', 'getLedger'>['list'][number];

export const createLedger = (invoke: Invoke): PagedList<Line> =>
  createPagedList({ pageSize: 10, read: page => invoke('appUser', 'getLedger', page) });

/** Where the visitor's credits came from and went to; further lines on demand, because other things stand below. */
export const Ledger = ({ list }: { list: PagedList<Line> }) => {
  const { state } = usePagedList(list);
  const { status, items, message } = state;
  return (
    <section className="panel" aria-busy={status === 'loading'}>
      <h2>{words.ledger}</h2>
      {status === 'loading' && (
        <p className="hint" role="status">
          {visitor.loading}
        </p>
      )}
      {status === 'failed' && (
        <div className="panel-failure" role="alert">
          <p>{message}</p>
          <button type="button" className="button" onClick={list.retry}>
            {visitor.retry}
          </button>
        </div>
      )}
      {status === 'ready' && items.length === 0 && <p className="hint">{words.noLedger}</p>}
      {items.length > 0 && (
        <ul className="ledger">
          {items.map(line => (
            <li key={line._id}>
              <span className="ledger-what">{line.userNote || words.kinds[line.kind]}</span>
              <span className="ledger-delta" data-more={line.delta > 0}>
                {line.delta > 0 ? '+' : '−'}
                {formatCount(Math.abs(line.delta))}
              </span>
              <span className="hint">
                {line.userNote && `${words.kinds[line.kind]} · `}
                {exactMinute(line.createTime)}
              </span>
              <span className="hint">
                {creditBuckets[line.bucket].label} {words.balance(formatCount(line.balanceAfter))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ListEnd state={state} list={list} found={words.ledgerFound(items.length)} isQuiet />
    </section>
  );
};
