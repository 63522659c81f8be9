import { type FormEvent, useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import { plainText } from '#contract/pasted.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { formatCount } from '../../shared/count.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Dialog } from '../Dialog.tsx';
import { FailureText } from '../Failure.tsx';
import { failureMessage } from '../failureMessage.ts';
import { Link } from '../Link.tsx';
import { payAddress, printAddress } from '../location.ts';
import { useRead } from '../useRead.ts';
import type { Me } from './myData.ts';
import '../fields.css';

export interface DeleteDataProps {
  invoke: Invoke;
  credits: Me['credits'];
  startAnew: () => Promise<void>;
}

export const DeleteData = (props: DeleteDataProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="panel">
      <button type="button" className="row-button" onClick={() => setOpen(true)}>
        <span className="failure">{words.deleteData}</span>
        <span className="hint">{words.deleteHint}</span>
      </button>
      {isOpen && <DeleteDataDialog {...props} onClose={() => setOpen(false)} />}
    </section>
  );
};

type Preview = ActionOutput<'appUser', 'deleteMyData'>;

/** `1 笔冲印订单`, and what else is open. */
const openText = (open: Preview['open']) =>
  (['order', 'print'] as const)
    .map(kind => [open.filter(one => one.kind === kind).length, words.openKinds[kind]] as const)
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} 笔${name}`)
    .join('、');

const DeleteDataDialog = ({
  invoke,
  credits,
  startAnew,
  onClose,
}: DeleteDataProps & { onClose: () => void }) => {
  const { state, again } = useRead(invoke, 'appUser', 'deleteMyData', { preview: true });
  const preview = state.status === 'ready' ? state.value : null;
  const unread = state.status === 'failed' ? state.message : '';
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const erase = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || plainText(typed) !== words.confirmWord) return;
    setBusy(true);
    setError('');
    try {
      await invoke('appUser', 'deleteMyData', { preview: false });
      await startAnew();
    } catch (failure) {
      // Repeated, it continues where it stopped.
      console.error('data not deleted', failure);
      setError(failureMessage(failure));
      setBusy(false);
    }
  };

  return (
    <Dialog title={words.deleteData} busy={busy} onClose={onClose}>
      <form className="dialog-text" onSubmit={event => void erase(event)}>
        {state.status === 'loading' && (
          <p className="hint" role="status">
            {words.deleteChecking}
          </p>
        )}
        {preview && preview.open.length > 0 && (
          <>
            <p role="alert">{words.open(openText(preview.open))}</p>
            <Obstacles invoke={invoke} open={preview.open} onCancelled={again} />
          </>
        )}
        {preview?.open.length === 0 && (
          <>
            <Consequences preview={preview} credits={credits.paid + credits.gift} />
            <label className="field">
              <span>{words.typeToConfirm(words.confirmWord)}</span>
              <input
                value={typed}
                autoComplete="off"
                disabled={busy}
                onChange={({ target }) => setTyped(target.value)}
              />
            </label>
          </>
        )}
        <FailureText message={unread || error} />
        <div className="dialog-actions">
          <button type="button" className="button" disabled={busy} onClick={onClose}>
            {visitor.backToList}
          </button>
          {unread && (
            <button type="button" className="button" onClick={again}>
              {visitor.retry}
            </button>
          )}
          {preview?.open.length === 0 && (
            <button
              type="submit"
              className="button button-danger"
              disabled={busy || plainText(typed) !== words.confirmWord}
            >
              {busy ? words.deleting : words.confirmDelete}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
};

interface ObstaclesProps {
  invoke: Invoke;
  open: Preview['open'];
  onCancelled: () => void;
}

/** What is in the way, where it stands, and a button where it can be ended here. */
const Obstacles = ({ invoke, open, onCancelled }: ObstaclesProps) => {
  const [asked, setAsked] = useState<{ id: string; number: string }>();
  const close = () => setAsked(undefined);
  return (
    <>
      <ul className="consequences">
        {open.map(({ kind, id, number, orderToCancel }) => (
          <li key={id}>
            {kind === 'print' ? (
              <Link className="link" href={printAddress(id)}>
                {words.openPrint(number)}
              </Link>
            ) : orderToCancel ? (
              <Link className="link" href={payAddress(id)}>
                {words.openOrder(number)}
              </Link>
            ) : (
              words.openOrder(number)
            )}{' '}
            {orderToCancel && (
              <button
                type="button"
                className="button"
                onClick={() => setAsked({ id: orderToCancel, number })}
              >
                {words.cancelOrder}
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={words.cancelAsk(asked.number)}
          dismiss={visitor.backToList}
          confirm={words.cancelOrder}
          isDanger
          act={async () => {
            try {
              await invoke('appOrder', 'cancelOrder', { id: asked.id });
              close();
            } finally {
              onCancelled();
            }
          }}
          onClose={close}
        >
          <p>{words.cancelEffect}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

const Consequences = ({ preview, credits }: { preview: Preview; credits: number }) => {
  const { retention } = useSystemSettings();
  return (
    <div className="consequences">
      <h3>{words.willBeErased}</h3>
      <ul>
        <li>{words.photos(preview.photos)}</li>
        <li>{words.works(preview.works)}</li>
        <li>{words.printed}</li>
        {credits > 0 && <li>{words.creditsLeft(formatCount(credits))}</li>}
        <li>{words.account}</li>
      </ul>
      <h3>{words.willStay}</h3>
      <ul>
        {preview.prints > 0 && (
          <li>{words.printing(preview.prints, preview.kept, retention.printPhotoDays)}</li>
        )}
        <li>{words.staying}</li>
        <li>{words.stayingLetters}</li>
        <li>{words.stayingRecords}</li>
        <li>{words.pastAccount(retention.pastAccountDays)}</li>
      </ul>
    </div>
  );
};
