import { useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import { type PrintPaper, printPapers } from '#contract/printPapers.ts';
import { unitFenFor } from '#contract/printQuote.ts';
import { typedSentences } from '#contract/sentences/typed.ts';
import { numberIn } from '#contract/typedNumber.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { asLarge, isGenerated } from '../../shared/imageStyle.ts';
import { formatYuan } from '../../shared/money.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { useSignedUrl } from '../../shared/SignedUrlsProvider.tsx';
import { FailureText } from '../Failure.tsx';
import type { Size } from '../photos/crop.ts';
import { CropDialog } from '../photos/CropDialog.tsx';
import {
  areaOf,
  centred,
  cropOf,
  finenessOf,
  type Framing,
  framingOf,
  leastSideOf,
  paperRatio,
} from './crop.ts';

export type PrintSizeOnSale = ActionOutput<'appPrint', 'getPrintSizes'>['list'][number];

export interface WantedPhoto {
  filePath: string;
  sizeId: string;
  paper: PrintPaper;
  qty: number;
  /** What is typed instead while that is no quantity. */
  wrongQty: string | null;
  framing: Framing;
  /** Pixels of the photo; null until it is read. */
  measures: Size | null;
  /** Printed although its resolution is low. */
  isAccepted: boolean;
}

const MAX_QTY = 999;

/** Of one print, on the chosen paper where the size is printed on it. */
const priceOf = ({ prices }: PrintSizeOnSale, paper: PrintPaper) => {
  const price = prices.find(one => one.paper === paper) ?? prices[0];
  return t.each(formatYuan(unitFenFor(price?.tiers ?? [], 1)));
};

/** The state of a photo with known measures; null before. */
export const stateOf = (photo: WantedPhoto, size: PrintSizeOnSale) => {
  if (!photo.measures) return null;
  const crop = cropOf(size, photo.measures, photo.framing);
  return { crop, ...finenessOf(size, photo.measures, crop) };
};

interface PrintPhotoProps {
  at: number;
  photo: WantedPhoto;
  sizes: PrintSizeOnSale[];
  error?: string | undefined;
  change: (patch: Partial<WantedPhoto>) => void;
  remove?: (() => void) | undefined;
}

/** One photo: how it is cropped, on what it is printed, and how often. */
export const PrintPhoto = ({ at, photo, sizes, error, change, remove }: PrintPhotoProps) => {
  const size = sizes.find(({ _id }) => _id === photo.sizeId) ?? sizes[0];
  if (!size) return null;
  const state = stateOf(photo, size);
  const name = t.photo(at + 1);
  const papers = size.prices.map(({ paper }) => paper);
  const choose = (sizeId: string) => {
    const chosen = sizes.find(({ _id }) => _id === sizeId);
    const offered = chosen?.prices.map(({ paper }) => paper) ?? [];
    change({
      sizeId,
      paper: offered.includes(photo.paper) ? photo.paper : (offered[0] ?? photo.paper),
      isAccepted: false,
    });
  };
  const setQty = (qty: number) => change({ qty, wrongQty: null });
  const typeQty = (text: string) => {
    const qty = numberIn(text);
    if (Number.isSafeInteger(qty) && qty! >= 1 && qty! <= MAX_QTY) setQty(qty!);
    else change({ wrongQty: text });
  };

  return (
    <li className="print-photo" aria-label={name}>
      <CropFrame photo={photo} size={size} name={name} change={change} />
      <div className="print-photo-fields">
        <div className="print-row">
          <strong>{name}</strong>
          {remove && (
            <button type="button" className="text-button" onClick={remove}>
              {t.remove}
            </button>
          )}
        </div>
        <div className="print-row">
          <label className="field">
            <span>{t.size}</span>
            <select value={size._id} onChange={event => choose(event.target.value)}>
              {sizes.map(one => (
                <option key={one._id} value={one._id}>
                  {`${one.name} · ${priceOf(one, photo.paper)} · ${t.measures(one.widthMm, one.heightMm)}`}
                </option>
              ))}
            </select>
          </label>
          <label className="field print-paper-kind">
            <span>{t.paper}</span>
            <select
              value={photo.paper}
              onChange={event => change({ paper: event.target.value as PrintPaper })}
            >
              {papers.map(paper => (
                <option key={paper} value={paper}>
                  {printPapers[paper].label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className="print-row">
          <div className="print-qty" role="group" aria-label={t.qty}>
            <button
              type="button"
              aria-label={t.less}
              disabled={photo.qty <= 1}
              onClick={() => setQty(photo.qty - 1)}
            >
              −
            </button>
            <input
              inputMode="numeric"
              aria-label={t.qty}
              value={photo.wrongQty ?? photo.qty}
              aria-invalid={photo.wrongQty !== null}
              onChange={event => typeQty(event.target.value)}
            />
            <button
              type="button"
              aria-label={t.more}
              disabled={photo.qty >= MAX_QTY}
              onClick={() => setQty(photo.qty + 1)}
            >
              +
            </button>
          </div>
        </div>
        <FailureText message={photo.wrongQty === null ? '' : typedSentences.between(1, MAX_QTY)} />
        {state?.lowRes && (
          <div className="print-warning" role="status">
            <p>{t.lowRes(state.dpi)}</p>
            <label>
              <input
                type="checkbox"
                checked={photo.isAccepted}
                onChange={event => change({ isAccepted: event.target.checked })}
              />
              {t.acceptLowRes}
            </label>
          </div>
        )}
        <FailureText message={error} />
      </div>
    </li>
  );
};

type CropFrameProps = Pick<PrintPhotoProps, 'photo' | 'change'> & {
  size: PrintSizeOnSale;
  name: string;
};

/** The paper with the printed part of the photo in it, which is chosen in a dialog. */
const CropFrame = ({ photo, size, name, change }: CropFrameProps) => {
  const { imageStyles } = useSystemSettings();
  const { url, failure } = useSignedUrl(asLarge(photo.filePath, imageStyles));
  const [isCropping, setCropping] = useState(false);
  const { measures } = photo;
  const crop = measures && cropOf(size, measures, photo.framing);

  return (
    <div className="print-frame">
      <div
        className={measures ? 'print-paper' : 'print-paper skeleton'}
        style={{ aspectRatio: measures ? paperRatio(size, measures) : 3 / 4 }}
      >
        {url && (
          <img
            src={url}
            alt={name}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              measures ??
              change({
                measures: { width: naturalWidth, height: naturalHeight },
                framing: centred,
              })
            }
            style={
              crop
                ? {
                    width: `${100 / crop.w}%`,
                    height: `${100 / crop.h}%`,
                    left: `${(-100 * crop.x) / crop.w}%`,
                    top: `${(-100 * crop.y) / crop.h}%`,
                  }
                : { opacity: 0 }
            }
          />
        )}
      </div>
      <button
        type="button"
        className="button"
        aria-label={making.actionOf(t.crop, name)}
        disabled={!measures}
        onClick={() => setCropping(true)}
      >
        {t.crop}
      </button>
      {isGenerated(photo.filePath, imageStyles) && <p className="hint">{t.markNotPrinted}</p>}
      <FailureText message={failure ? t.photoGone : ''} />
      {isCropping && url && measures && (
        <CropDialog
          picture={{ url, ...measures }}
          ratio={paperRatio(size, measures)}
          from={areaOf(size, measures, photo.framing)}
          leastSide={leastSideOf(size, measures)}
          onUse={area => {
            change({ framing: framingOf(size, measures, area), isAccepted: false });
            setCropping(false);
          }}
          onClose={() => setCropping(false)}
        />
      )}
    </div>
  );
};
