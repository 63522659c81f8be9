import { useState } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { FailureText } from '../FailureText.tsx';
import { Link } from '../Link.tsx';
import { newPrintAddress } from '../location.ts';
import { useAct } from '../useAct.ts';
import type { VisitorPrint } from './usePrintOrder.ts';

export interface PrintActsProps {
  invoke: Invoke;
  print: VisitorPrint;
  /** Also after a failure: it may have been done, or is no longer possible. */
  onChanged: () => void;
}

/** What the visitor may do now: cancel, confirm the receipt, order again. */
export const PrintActs = ({ invoke, print, onChanged }: PrintActsProps) => {
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
