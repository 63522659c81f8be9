import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Carrier, carriers } from '#contract/carriers.ts';
import { printPapers } from '#contract/printPapers.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { exactTime } from '../../shared/time.ts';
import { failureMessage } from '../failureMessage.ts';
import { CloudOffIcon, PictureIcon } from '../icons.tsx';
import { Link } from '../Link.tsx';
import { newPrintAddress } from '../location.ts';
import { Notice } from '../Notice.tsx';
import { BackButton } from './BackButton.tsx';
import { PickUpCode } from './PickUpCode.tsx';
import { hintFor, statusText } from './statusText.ts';
import { usePrintOrder, type VisitorPrint } from './usePrintOrder.ts';
import './prints.css';

export const PrintPage = ({ invoke, id }: { invoke: Invoke; id: string }) => {
  const { state, retry, refresh } = usePrintOrder(invoke, id);
  useEffect(() => {
    if (state.status === 'ready') document.title = visitor.pageTitle(t.title(state.print.printNo));
  }, [state]);
  return (
    <>
      <BackButton />
      {state.status === 'loading' && (
        <span className="skeleton skeleton-block" role="status" aria-label={t.loading} />
      )}
      {state.status === 'gone' && (
        <Notice
          icon={<PictureIcon />}
          title={t.gone}
          action={
            <Link className="button" href="/prints">
              {t.toList}
            </Link>
          }
        >
          {t.goneHint}
        </Notice>
      )}
      {state.status === 'failed' && (
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
          {state.message}
        </Notice>
      )}
      {state.status === 'ready' && (
        <PrintDetail invoke={invoke} print={state.print} refresh={refresh} />
      )}
    </>
  );
};

interface PrintDetailProps {
  invoke: Invoke;
  print: VisitorPrint;
  refresh: () => void;
}

const PrintDetail = ({ invoke, print, refresh }: PrintDetailProps) => (
  <article className="print-detail">
    <header>
      <h1 tabIndex={-1} className="print-title" aria-live="polite">
        {statusText(print)}
      </h1>
      <p className="print-hint">{hintFor(print)}</p>
    </header>
    <div className="print-main">
      {print.claimCode && print.expireTime !== null && (
        <PickUpCode code={print.claimCode} until={print.expireTime} payFen={print.payFen} />
      )}
      {print.isOwn && print.expressNo && (
        <section className="print-card">
          <h2>{t.express}</h2>
          <p>
            {carriers[print.expressCompany as Carrier]?.label} <strong>{print.expressNo}</strong>
          </p>
        </section>
      )}
      <PrintActs invoke={invoke} print={print} refresh={refresh} />
    </div>
    <div className="print-facts">
      <section className="print-card">
        <h2>{t.items(print.photoCount)}</h2>
        <ul className="print-items">
          {print.items.map((item, at) => (
            <li key={`${item.filePath} ${at}`}>
              <SignedImage src={item.filePath} alt={t.photo(at + 1)} className="fill" />
              <span>{t.item(item.sizeSnap.name, printPapers[item.paper].label, item.qty)}</span>
              {item.lowRes && <small className="tag tag-member">{t.lowResItem}</small>}
              <span className="print-amount">{formatYuan(item.amountFen)}</span>
            </li>
          ))}
        </ul>
        <dl className="print-sums">
          <Fact name={t.shipping}>
            {print.shippingFen > 0 ? formatYuan(print.shippingFen) : t.free}
          </Fact>
          {print.discountFen > 0 && <Fact name={t.discount}>{formatYuan(-print.discountFen)}</Fact>}
          <div className="print-total">
            <dt>{t.total}</dt>
            <dd>{formatYuan(print.payFen)}</dd>
          </div>
        </dl>
      </section>
      <section className="print-card">
        <dl className="print-sums">
          {print.isOwn && <Fact name={t.address}>{addressLine(print)}</Fact>}
          {print.userRemark && <Fact name={t.remark}>{print.userRemark}</Fact>}
          <Fact name={t.placedAt}>{exactTime(print.createTime).slice(0, 16)}</Fact>
          <Fact name={t.number}>{print.printNo}</Fact>
        </dl>
      </section>
    </div>
  </article>
);

const addressLine = ({ address }: VisitorPrint) => {
  const { name, phoneTail, province, city, district, detail } = address;
  const where = [province, city, district].filter(Boolean).join(' ');
  return `${name} ****${phoneTail}，${where} ${detail}`;
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What the visitor may do now: cancel, confirm the receipt, order again. */
const PrintActs = ({ invoke, print, refresh }: PrintDetailProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState('');
  const isRunning = useRef(false);
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setMessage('');
    try {
      await work();
      setIsAsking(false);
    } catch (failure) {
      console.error('print order not changed', failure);
      setMessage(failureMessage(failure));
    }
    isRunning.current = false;
    setIsBusy(false);
    refresh();
  };
  const { _id: id, orderId, status, isOwn, items } = print;
  const cancel = () => run(() => invoke('appOrder', 'cancelOrder', { id: orderId }));
  return (
    <div className="print-acts">
      {message && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
      {isOwn && status === 'pending' && !isAsking && (
        <button type="button" className="button" onClick={() => setIsAsking(true)}>
          {t.cancel}
        </button>
      )}
      {isOwn && status === 'pending' && isAsking && (
        <div className="print-ask" role="alertdialog" aria-label={t.cancelAsk}>
          <p>{t.cancelAsk}</p>
          <button type="button" className="button" disabled={isBusy} onClick={() => void cancel()}>
            {t.cancel}
          </button>
          <button type="button" className="button" autoFocus onClick={() => setIsAsking(false)}>
            {t.keep}
          </button>
        </div>
      )}
      {isOwn && status === 'shipped' && (
        <button
          type="button"
          className="button button-accent"
          disabled={isBusy}
          onClick={() => void run(() => invoke('appPrint', 'confirmReceipt', { id }))}
        >
          {t.confirm}
        </button>
      )}
      {status === 'cancelled' && (
        <Link
          className="button button-accent"
          href={newPrintAddress([...new Set(items.map(({ filePath }) => filePath))])}
        >
          {t.again}
        </Link>
      )}
    </div>
  );
};
