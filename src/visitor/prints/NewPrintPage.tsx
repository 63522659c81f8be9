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
import { LegalLink } from '../legal/LegalLinks.tsx';
import { EmptyNotice } from '../Notice.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import { useDraft } from '../useDraft.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import { centred } from './crop.ts';
import { PrintPhoto, type PrintSizeOnSale, stateOf, type WantedPhoto } from './PrintPhoto.tsx';
import { useOrdering } from './useOrdering.ts';

interface NewPrintPageProps {
  invoke: Invoke;
  /** Paths of the visitor's own photos. */
  photos: string[];
}

export const NewPrintPage = ({ invoke, photos }: NewPrintPageProps) => {
  usePageTitle(t.newTitle);
  const { state, again } = useRead(invoke, 'appPrint', 'getPrintSizes', {});
  return (
    <>
      <BackButton />
      <h1 tabIndex={-1} className="print-title">
        {t.newTitle}
      </h1>
      {photos.length === 0 ? (
        <EmptyNotice title={t.noPhotos}>{t.noPhotosHint}</EmptyNotice>
      ) : state.status === 'failed' ? (
        <Failure message={state.message} onRetry={again} />
      ) : state.status !== 'ready' ? (
        <PageSkeleton />
      ) : state.value.list.length === 0 ? (
        <EmptyNotice title={t.shopClosed}>{t.shopClosedHint}</EmptyNotice>
      ) : (
        <PrintForm invoke={invoke} photos={photos} sizes={state.value.list} />
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

const PrintForm = ({ invoke, photos, sizes }: NewPrintPageProps & { sizes: PrintSizeOnSale[] }) => {
  const [wanted, setWanted] = useState(() => photos.map(path => wantedFrom(path, sizes[0])));
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
  const { order, isBusy, errors, message } = useOrdering(invoke, refresh, forget);

  const states = wanted.map(photo => {
    const size = sizes.find(({ _id }) => _id === photo.sizeId);
    return size ? stateOf(photo, size) : null;
  });
  const change = (path: string, patch: Partial<WantedPhoto>) =>
    setWanted(all => all.map(one => (one.filePath === path ? { ...one, ...patch } : one)));

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
              wanted.length > 1
                ? () => setWanted(wanted.filter(({ filePath }) => filePath !== photo.filePath))
                : undefined
            }
          />
        ))}
      </ul>
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

const emptyAddress = {
  name: '',
  phone: '',
  province: '',
  city: '',
  district: '',
  detail: '',
};
type Address = typeof emptyAddress;

const fields: { name: keyof Address; autoComplete: string; type?: string; max: number }[] = [
  { name: 'name', autoComplete: 'name', max: 20 },
  { name: 'phone', autoComplete: 'tel', type: 'tel', max: 60 },
  { name: 'province', autoComplete: 'address-level1', max: 20 },
  { name: 'city', autoComplete: 'address-level2', max: 20 },
  { name: 'district', autoComplete: 'address-level3', max: 20 },
  { name: 'detail', autoComplete: 'street-address', max: 100 },
];

interface AddressFieldsProps {
  address: Address;
  /** The server's sentences, by field. */
  errors: Record<string, string>;
  change: (patch: Partial<Address>) => void;
}

const AddressFields = ({ address, errors, change }: AddressFieldsProps) => (
  <fieldset className="print-address">
    <legend>{t.address}</legend>
    {fields.map(({ name, autoComplete, type = 'text', max }) => {
      const error = errors[`address.${name}`];
      return (
        <label key={name} className={`field address-${name}`}>
          <span>{t.fields[name]}</span>
          <input
            type={type}
            autoComplete={autoComplete}
            maxLength={max}
            required={name !== 'district'}
            value={address[name]}
            placeholder={t.placeholders[name]}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `error-${name}` : undefined}
            onChange={event => change({ [name]: event.target.value })}
          />
          {error && (
            <small id={`error-${name}`} className="failure">
              {error}
            </small>
          )}
        </label>
      );
    })}
  </fieldset>
);
