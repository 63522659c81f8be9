import { useEffect, useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { exactTime } from '../../shared/time.ts';
import { failureMessage } from '../failureMessage.ts';
import { CloudOffIcon, PictureIcon } from '../icons.tsx';
import { Link } from '../Link.tsx';
import { printAddress } from '../location.ts';
import { Notice } from '../Notice.tsx';
import { BackButton } from './BackButton.tsx';
import { statusText } from './statusText.ts';
import './prints.css';

type VisitorPrints = ActionOutput<'appPrint', 'getPrintOrders'>['list'];

const PAGE_SIZE = 20;

/** The visitor's print orders, the newest first. */
export const PrintListPage = ({ invoke }: { invoke: Invoke }) => {
  const [found, setFound] = useState<{ list: VisitorPrints; total: number }>();
  const [page, setPage] = useState(1);
  const [failure, setFailure] = useState('');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    document.title = visitor.pageTitle(t.listTitle);
  }, []);
  useEffect(() => {
    let left = false;
    invoke('appPrint', 'getPrintOrders', { page, pageSize: PAGE_SIZE }).then(
      ({ list, total }) => {
        if (left) return;
        setFailure('');
        setFound(last => {
          const before = page === 1 ? [] : (last?.list ?? []);
          const known = new Set(before.map(({ _id }) => _id));
          // One ordered meanwhile moves the others to the next page.
          return { list: [...before, ...list.filter(({ _id }) => !known.has(_id))], total };
        });
      },
      (error: unknown) => {
        console.error('print orders not loaded', error);
        if (!left) setFailure(failureMessage(error));
      },
    );
    return () => {
      left = true;
    };
  }, [invoke, page, attempt]);

  const retry = () => {
    setFailure('');
    setAttempt(attempt + 1);
  };
  const more = found !== undefined && page * PAGE_SIZE < found.total;
  return (
    <>
      <BackButton />
      <h1 tabIndex={-1} className="print-title">
        {t.listTitle}
      </h1>
      {!found && !failure && (
        <span className="skeleton skeleton-block" role="status" aria-label={t.loading} />
      )}
      {found?.list.length === 0 && (
        <Notice
          icon={<PictureIcon />}
          title={t.none}
          action={
            <Link className="button" href="/">
              {t.home}
            </Link>
          }
        >
          {t.noneHint}
        </Notice>
      )}
      {found && found.list.length > 0 && (
        <ul className="print-list">
          {found.list.map(print => (
            <li key={print._id}>
              <Link href={printAddress(print._id)} className="print-list-row">
                <SignedImage src={print.items[0]?.filePath ?? ''} alt="" className="fill" />
                <span className="print-list-text">
                  <strong>{statusText(print)}</strong>
                  <span>{`${t.photos(print.photoCount)} · ${formatYuan(print.payFen)}`}</span>
                  <small>{exactTime(print.createTime).slice(0, 16)}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <Notice
          icon={<CloudOffIcon />}
          title={t.failed}
          urgent
          action={
            <button type="button" className="button" onClick={retry}>
              {t.retry}
            </button>
          }
        >
          {failure}
        </Notice>
      )}
      {more && !failure && (
        <div className="list-end">
          <button type="button" className="button" onClick={() => setPage(page + 1)}>
            {t.loadMore}
          </button>
        </div>
      )}
    </>
  );
};
