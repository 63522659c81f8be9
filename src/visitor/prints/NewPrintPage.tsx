import { type FormEvent, useEffect, useState } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { CloudOffIcon, PictureIcon } from '../icons.tsx';
import { Link } from '../Link.tsx';
import { Notice } from '../Notice.tsx';
import { AddressFields, emptyAddress } from './AddressFields.tsx';
import { BackButton } from './BackButton.tsx';
import { centred } from './crop.ts';
import { PrintPhoto, stateOf, type WantedPhoto } from './PrintPhoto.tsx';
import { useOrdering } from './useOrdering.ts';
import { type PrintSizeOnSale, usePrintSizes } from './usePrintSizes.ts';
import { type Quote, useQuote } from './useQuote.ts';
import './prints.css';

interface NewPrintPageProps {
  invoke: Invoke;
  /** Paths of the visitor's own photos. */
  photos: string[];
}

export const NewPrintPage = ({ invoke, photos }: NewPrintPageProps) => {
  const { state, retry } = usePrintSizes(invoke);
  useEffect(() => {
    document.title = visitor.pageTitle(t.newTitle);
  }, []);
  const goHome = (
    <Link className="button" href="/">
      {t.home}
    </Link>
  );
  return (
    <>
      <BackButton />
      <h1 tabIndex={-1} className="print-title">
        {t.newTitle}
      </h1>
      {photos.length === 0 ? (
        <Notice icon={<PictureIcon />} title={t.noPhotos} action={goHome}>
          {t.noPhotosHint}
        </Notice>
      ) : state.status === 'loading' ? (
        <span className="skeleton skeleton-block" role="status" aria-label={t.loading} />
      ) : state.status === 'failed' ? (
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
      ) : state.sizes.length === 0 ? (
        <Notice icon={<PictureIcon />} title={t.shopClosed} action={goHome}>
          {t.shopClosedHint}
        </Notice>
      ) : (
        <PrintForm invoke={invoke} photos={photos} sizes={state.sizes} />
      )}
    </>
  );
};

const wantedFrom = (filePath: string, size: PrintSizeOnSale | undefined): WantedPhoto => ({
  filePath,
  sizeId: size?._id ?? '',
  paper: size?.prices[0]?.paper ?? 'glossy',
  qty: 1,
  framing: centred,
  measures: null,
  isAccepted: false,
});

const PrintForm = ({ invoke, photos, sizes }: NewPrintPageProps & { sizes: PrintSizeOnSale[] }) => {
  const [wanted, setWanted] = useState(() => photos.map(path => wantedFrom(path, sizes[0])));
  const [address, setAddress] = useState(emptyAddress);
  const [remark, setRemark] = useState('');
  const [unaccepted, setUnaccepted] = useState(false);
  const { quote, shown, failure, refresh } = useQuote(
    invoke,
    wanted.map(({ sizeId, paper, qty }) => ({ sizeId, paper, qty })),
  );
  const { order, isBusy, errors, message } = useOrdering(invoke, refresh);

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
    if (isBlurred || !quote) return;
    void order({
      items: wanted.map(({ filePath, sizeId, paper, qty }, at) => {
        const crop = states[at]?.crop;
        return { filePath, sizeId, paper, qty, ...(crop && { crop }) };
      }),
      address,
      ...(remark.trim() && { userRemark: remark.trim() }),
      expectPayFen: quote.payFen,
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
        <AddressFields
          address={address}
          errors={errors}
          change={patch => setAddress({ ...address, ...patch })}
        />
        <label className="print-field">
          <span>{t.remark}</span>
          <input
            maxLength={100}
            value={remark}
            placeholder={t.remarkPlaceholder}
            onChange={event => setRemark(event.target.value)}
          />
          {errors['userRemark'] && <small className="field-error">{errors['userRemark']}</small>}
        </label>
        <Sums quote={quote ?? shown} isCurrent={quote !== undefined} />
        {failure && (
          <p className="field-error" role="alert">
            {failure}{' '}
            <button type="button" className="text-button" onClick={refresh}>
              {t.retry}
            </button>
          </p>
        )}
        {(message || unaccepted) && (
          <p className="field-error" role="alert">
            {message || t.lowResUnaccepted}
          </p>
        )}
        <button
          type="submit"
          className="button button-accent print-submit"
          disabled={isBusy || !quote || !isRead}
        >
          {isBusy ? t.ordering : t.order}
        </button>
        <p className="print-note">{isRead ? t.payLater : t.reading}</p>
      </div>
    </form>
  );
};

const Sums = ({ quote, isCurrent }: { quote: Quote | undefined; isCurrent: boolean }) => (
  <dl className="print-sums" aria-live="polite" aria-busy={!isCurrent} data-current={isCurrent}>
    {quote ? (
      <>
        <Sum name={t.goods} value={formatYuan(quote.goodsFen)} />
        {quote.discountFen > 0 && <Sum name={t.discount} value={formatYuan(-quote.discountFen)} />}
        <Sum
          name={t.shipping}
          value={quote.shippingFen > 0 ? formatYuan(quote.shippingFen) : t.free}
        />
        <Sum name={t.total} value={formatYuan(quote.payFen)} isTotal />
      </>
    ) : (
      <Sum name={t.total} value={t.pricing} />
    )}
  </dl>
);

const Sum = ({ name, value, isTotal }: { name: string; value: string; isTotal?: boolean }) => (
  <div className={isTotal ? 'print-total' : undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
