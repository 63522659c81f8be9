import './prints.css';
import { useCallback, useState } from 'react';
import { type Carrier, carriers } from '#contract/carriers.ts';
import { printPapers } from '#contract/printPapers.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { exactMinute } from '../../shared/time.ts';
import { BackButton } from '../BackButton.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Fact } from '../Fact.tsx';
import { Failure, FailureText } from '../Failure.tsx';
import { Link } from '../Link.tsx';
import { newPrintAddress } from '../location.ts';
import { EmptyNotice } from '../Notice.tsx';
import { PayCode } from '../pay/PayCode.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import { useAct } from '../useAct.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import { ReplacePhotos } from './ReplacePhotos.tsx';
import {
  asksForPhotos,
  hintFor,
  statusText,
  usePrintOrder,
  type VisitorPrint,
  waitsForPayment,
} from './usePrintOrder.ts';

export const PrintPage = ({ invoke, id }: { invoke: Invoke; id: string }) => {
  const { state, again } = usePrintOrder(invoke, id);
  usePageTitle(state.status === 'ready' ? t.title(state.value.printNo) : '');
  return (
    <>
      <BackButton />
      {state.status === 'loading' && <PageSkeleton />}
      {state.status === 'gone' && (
        <EmptyNotice isPage title={t.gone} href="/prints" action={t.toList}>
          {t.goneHint}
        </EmptyNotice>
      )}
      {state.status === 'failed' && <Failure message={state.message} onRetry={again} />}
      {state.status === 'ready' && (
        <PrintDetail
          invoke={invoke}
          print={state.value}
          notRead={state.message}
          onChanged={again}
        />
      )}
    </>
  );
};

interface PrintDetailProps {
  invoke: Invoke;
  print: VisitorPrint;
  /** Why it could not be read anew; '' for no failure. */
  notRead: string;
  onChanged: () => void;
}

const PrintDetail = ({ invoke, print, notRead, onChanged }: PrintDetailProps) => (
  <article className="print-detail">
    <header>
      <h1 tabIndex={-1} className="print-title" aria-live="polite">
        {statusText(print)}
      </h1>
      <p className="print-hint">{hintFor(print)}</p>
    </header>
    <div className="print-main">
      {waitsForPayment(print) && <Pay invoke={invoke} print={print} />}
      {asksForPhotos(print) && (
        <ReplacePhotos invoke={invoke} print={print} notRead={notRead} onChanged={onChanged} />
      )}
      {print.isOwn && print.expressNo && (
        <section className="print-card">
          <h2>{t.express}</h2>
          <p>
            {carriers[print.expressCompany as Carrier]?.label} <strong>{print.expressNo}</strong>
          </p>
        </section>
      )}
      <PrintActs invoke={invoke} print={print} onChanged={onChanged} />
    </div>
    <PrintFacts print={print} />
  </article>
);

/** It is paid in WeChat, while this page waits. */
const Pay = ({ invoke, print }: Pick<PrintDetailProps, 'invoke' | 'print'>) => {
  const { _id: id, orderId, payFen } = print;
  const { state, again } = useRead(invoke, 'appOrder', 'payOrder', { id: orderId });
  const linkOf = useCallback(
    async () => (await invoke('appPrint', 'linkPrintOrder', { id })).url,
    [invoke, id],
  );
  return (
    <section className="print-card print-pay">
      <h2>{t.pay}</h2>
      {state.status === 'failed' && <Failure message={state.message} onRetry={again} />}
      {state.status === 'ready' && <PayCode order={state.value} onRetry={again} linkOf={linkOf} />}
      <p className="print-pay-sum">
        {t.total} <strong>{formatYuan(payFen)}</strong>
      </p>
    </section>
  );
};

const PrintFacts = ({ print }: { print: VisitorPrint }) => (
  <div className="print-facts">
    <section className="print-card">
      <h2>{t.items(print.photoCount)}</h2>
      <ul className="print-items">
        {print.items.map((item, at) => (
          <li key={`${item.filePath} ${at}`}>
            {item.filePath ? (
              <SignedImage src={item.filePath} alt={t.photo(at + 1)} className="fill" />
            ) : (
              <small>{printOrderSentences.photosErased}</small>
            )}
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
        <Fact name={t.total} className="print-total">
          {formatYuan(print.payFen)}
        </Fact>
      </dl>
    </section>
    <section className="print-card">
      <dl className="print-sums">
        {print.isOwn && <Fact name={t.address}>{addressLine(print)}</Fact>}
        {print.userRemark && <Fact name={t.remark}>{print.userRemark}</Fact>}
        <Fact name={t.placedAt}>{exactMinute(print.createTime)}</Fact>
        <Fact name={t.number}>{print.printNo}</Fact>
      </dl>
    </section>
  </div>
);

const addressLine = ({ address }: VisitorPrint) => {
  const { name, phoneTail, province, city, district, detail } = address;
  const where = [province, city, district].filter(Boolean).join(' ');
  return `${name} ****${phoneTail}，${where} ${detail}`;
};

interface PrintActsProps {
  invoke: Invoke;
  print: VisitorPrint;
  /** Also after a failure: it may have been done, or is no longer possible. */
  onChanged: () => void;
}

/** What the visitor may do now: cancel, confirm the receipt, order again. */
const PrintActs = ({ invoke, print, onChanged }: PrintActsProps) => {
  const [isAsking, setAsking] = useState(false);
  const { orderId, printNo, status, isOwn, items } = print;
  const cancel = async () => {
    try {
      await invoke('appOrder', 'cancelOrder', { id: orderId });
      setAsking(false);
    } finally {
      onChanged();
    }
  };
  return (
    <div className="print-acts">
      {isOwn && status === 'pending' && (
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {t.cancel}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.cancelAsk(printNo)}
          dismiss={t.keep}
          confirm={t.cancel}
          isDanger
          act={cancel}
          onClose={() => setAsking(false)}
        >
          <p>{t.cancelEffect}</p>
        </ConfirmDialog>
      )}
      {isOwn && status === 'shipped' && (
        <ConfirmReceipt invoke={invoke} print={print} onChanged={onChanged} />
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

const ConfirmReceipt = ({ invoke, print, onChanged }: PrintActsProps) => {
  const { busy, message, run } = useAct(async () => {
    await invoke('appPrint', 'confirmReceipt', { id: print._id }).finally(onChanged);
  });
  return (
    <>
      <FailureText message={message} />
      <button type="button" className="button button-accent" disabled={busy} onClick={() => run()}>
        {t.confirm}
      </button>
    </>
  );
};
