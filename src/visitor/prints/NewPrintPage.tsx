import '../fields.css';
import './prints.css';
import { type FormEvent, useEffect, useState } from 'react';
import type { ActionData, ActionOutput } from '#contract/index.ts';
import { refundsVersion } from '#contract/legal.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { legal } from '#i18n/zh/visitor/legal.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { BackButton } from '../BackButton.tsx';
import { Check } from '../Check.tsx';
import { Fact } from '../Fact.tsx';
import { Failure, FailureText } from '../Failure.tsx';
import { failureMessage } from '../failureMessage.ts';
import { PictureIcon } from '../icons.tsx';
import { LegalLink } from '../legal/LegalLinks.tsx';
import { changeAddress, newPrintAddress } from '../location.ts';
import { EmptyNotice, Notice } from '../Notice.tsx';
import { useAgreement } from '../photos/useAgreement.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import type { TaskLists } from '../taskLists.ts';
import { useDraft } from '../useDraft.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import { AddressFields, emptyAddress } from './AddressFields.tsx';
import { centred } from './crop.ts';
import { PrintPhoto, type PrintSizeOnSale, stateOf, type WantedPhoto } from './PrintPhoto.tsx';
import { useOrdering } from './useOrdering.ts';
import { WorksDialog } from './WorksDialog.tsx';

interface NewPrintPageProps {
  invoke: Invoke;
  lists: TaskLists;
  /** Paths of the visitor's own photos. */
  photos: string[];
}

/** The photos are in the address: opening it again loses none. */
const setPhotos = (photos: string[]) => changeAddress(newPrintAddress(photos), scrollY);

export const NewPrintPage = ({ invoke, lists, photos }: NewPrintPageProps) => {
  usePageTitle(t.newTitle);
  const { state, again } = useRead(invoke, 'appPrint', 'getPrintSizes', {});
  const [isChoosing, setChoosing] = useState(false);
  const choose = () => setChoosing(true);
  return (
    <>
      <BackButton />
      <h1 tabIndex={-1} className="print-title">
        {t.newTitle}
      </h1>
      {photos.length === 0 ? (
        <Notice
          icon={<PictureIcon />}
          title={t.noPhotos}
          action={
            <button type="button" className="button button-accent" onClick={choose}>
              {t.chooseWorks}
            </button>
          }
        >
          {t.noPhotosHint}
        </Notice>
      ) : state.status === 'failed' ? (
        <Failure message={state.message} onRetry={again} />
      ) : state.status !== 'ready' ? (
        <PageSkeleton />
      ) : state.value.list.length === 0 ? (
        <EmptyNotice title={t.shopClosed}>{t.shopClosedHint}</EmptyNotice>
      ) : (
        <PrintForm invoke={invoke} photos={photos} sizes={state.value.list} choose={choose} />
      )}
      {isChoosing && (
        <WorksDialog
          list={lists.of('succeeded')}
          chosen={photos}
          onChoose={setPhotos}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
};

const wantedFrom = (filePath: string, size: PrintSizeOnSale | undefined): WantedPhoto => ({
  filePath,
  sizeId: size?._id ?? '',
  paper: size?.prices[0]?.paper ?? 'glossy',
  qty: 1,
  wrongQty: null,
  framing: centred,
  measures: null,
  isAccepted: false,
});

interface PrintFormProps extends Pick<NewPrintPageProps, 'invoke' | 'photos'> {
  sizes: PrintSizeOnSale[];
  /** Opens the choice of further photos. */
  choose: () => void;
}

const PrintForm = ({ invoke, photos, sizes, choose }: PrintFormProps) => {
  const [changed, setChanged] = useState<Record<string, WantedPhoto>>({});
  const wanted = photos.map(path => changed[path] ?? wantedFrom(path, sizes[0]));
  const [{ remark, ...address }, write, forget] = useDraft('print', {
    ...emptyAddress,
    remark: '',
  });
  const [hasRules, setRules] = useState(false);
  const [unaccepted, setUnaccepted] = useState(false);
  const { documents } = useSystemSettings().site.legal;
  const { quote, shown, failure, refresh } = useQuote(
    invoke,
    wanted.map(({ sizeId, paper, qty }) => ({ sizeId, paper, qty })),
  );
  const { consenting, dialog } = useAgreement(invoke);
  const { order, isBusy, errors, message } = useOrdering(invoke, consenting, refresh, forget);

  const states = wanted.map(photo => {
    const size = sizes.find(({ _id }) => _id === photo.sizeId);
    return size ? stateOf(photo, size) : null;
  });
  const change = (path: string, patch: Partial<WantedPhoto>) =>
    setChanged(all => ({
      ...all,
      [path]: { ...(all[path] ?? wantedFrom(path, sizes[0])), ...patch },
    }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isBlurred = wanted.some(({ isAccepted }, at) => states[at]?.lowRes && !isAccepted);
    setUnaccepted(isBlurred);
    if (isBlurred || !quote || wanted.some(({ wrongQty }) => wrongQty !== null)) return;
    void order({
      items: wanted.map(({ filePath, sizeId, paper, qty }, at) => {
        const crop = states[at]?.crop;
        return { filePath, sizeId, paper, qty, ...(crop && { crop }) };
      }),
      address,
      ...(remark.trim() && { userRemark: remark.trim() }),
      expectPayFen: quote.payFen,
      refundRules: refundsVersion(documents),
    });
  };

  const isRead = states.every(state => state !== null);
  return (
    <form className="print-form" onSubmit={submit}>
      <div className="print-photos">
        <ul className="print-photos">
          {wanted.map((photo, at) => (
            <PrintPhoto
              key={photo.filePath}
              at={at}
              photo={photo}
              sizes={sizes}
              error={errors[`items.${at}.filePath`] ?? errors[`items.${at}.sizeId`]}
              change={patch => change(photo.filePath, patch)}
              remove={
                photos.length > 1
                  ? () => setPhotos(photos.filter(path => path !== photo.filePath))
                  : undefined
              }
            />
          ))}
        </ul>
        <button type="button" className="button" onClick={choose}>
          {t.addPhotos}
        </button>
      </div>
      <div className="print-aside">
        <AddressFields address={address} errors={errors} change={write} />
        <label className="field">
          <span>{t.remark}</span>
          <input
            maxLength={100}
            value={remark}
            placeholder={t.remarkPlaceholder}
            onChange={event => write({ remark: event.target.value })}
          />
          {errors['userRemark'] && <small className="failure">{errors['userRemark']}</small>}
        </label>
        <Sums quote={quote ?? shown} isCurrent={quote !== undefined} />
        {failure && (
          <p className="failure" role="alert">
            {failure}{' '}
            <button type="button" className="text-button" onClick={refresh}>
              {visitor.retry}
            </button>
          </p>
        )}
        <Check checked={hasRules} onChange={setRules}>
          {legal.refundRules}
          <LegalLink kind="refunds" />。{legal.refundRulesPrint}
        </Check>
        <FailureText message={message || (unaccepted ? t.lowResUnaccepted : '')} />
        <button
          type="submit"
          className="button button-accent print-submit"
          disabled={isBusy || !quote || !isRead || !hasRules}
        >
          {isBusy ? t.ordering : t.order}
        </button>
        <p className="hint">{isRead ? t.payLater : t.reading}</p>
      </div>
      {dialog}
    </form>
  );
};

const Sums = ({ quote, isCurrent }: { quote: Quote | undefined; isCurrent: boolean }) => (
  <dl className="print-sums" aria-live="polite" aria-busy={!isCurrent} data-current={isCurrent}>
    {quote ? (
      <>
        <Fact name={t.goods}>{formatYuan(quote.goodsFen)}</Fact>
        {quote.discountFen > 0 && <Fact name={t.discount}>{formatYuan(-quote.discountFen)}</Fact>}
        <Fact name={t.shipping}>
          {quote.shippingFen > 0 ? formatYuan(quote.shippingFen) : t.free}
        </Fact>
        <Fact name={t.total} className="print-total">
          {formatYuan(quote.payFen)}
        </Fact>
      </>
    ) : (
      <Fact name={t.total}>{t.pricing}</Fact>
    )}
  </dl>
);

type Items = ActionData<'appPrint', 'quote'>['items'];
type Quote = ActionOutput<'appPrint', 'quote'>;

/** Typing a number of prints asks once, for the last number. */
const PAUSE_MS = 300;

interface Answered {
  key: string;
  quote?: Quote;
  message?: string;
}

/**
 * The current price of these prints; an answer that comes after they have changed again is dropped.
 * @returns `refresh` asks again
 */
const useQuote = (invoke: Invoke, items: Items) => {
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Answered>();
  const wanted = JSON.stringify(items);
  const key = `${attempt} ${wanted}`;
  useEffect(() => {
    const asked = JSON.parse(wanted) as Items;
    if (asked.length === 0) return;
    let isLate = false;
    const timer = setTimeout(() => {
      invoke('appPrint', 'quote', { items: asked }).then(
        quote => {
          if (!isLate) setAnswered({ key, quote });
        },
        (failure: unknown) => {
          console.error('prints not priced', failure);
          if (!isLate) setAnswered({ key, message: failureMessage(failure) });
        },
      );
    }, PAUSE_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [invoke, key, wanted]);
  const current = answered?.key === key ? answered : undefined;
  return {
    /** Of these prints; undefined while it is being asked for. */
    quote: current?.quote,
    /** The last one, to be shown paler meanwhile. */
    shown: answered?.quote,
    failure: current?.message,
    refresh: () => setAttempt(attempt + 1),
  };
};
