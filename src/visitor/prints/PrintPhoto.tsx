import { type PointerEvent, useRef } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import { type PrintPaper, printPapers } from '#contract/printPapers.ts';
import { typedSentences } from '#contract/sentences/typed.ts';
import { numberIn } from '#contract/typedNumber.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { asLarge } from '../../shared/imageStyle.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { useSignedUrl } from '../../shared/SignedUrlsProvider.tsx';
import { FailureText } from '../Failure.tsx';
import type { Size } from '../photos/crop.ts';
import { centred, cropOf, finenessOf, type Framing, MAX_ZOOM, paperRatio } from './crop.ts';

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

const clamp = (value: number) => Math.min(1, Math.max(0, value));

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
              {sizes.map(({ _id, name: sizeName, widthMm, heightMm }) => (
                <option key={_id} value={_id}>
                  {`${sizeName}（${t.measures(widthMm, heightMm)}）`}
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
        <fieldset className="print-crop" disabled={!state}>
          <legend>{t.crop}</legend>
          <Slider
            name={t.zoom}
            min={1}
            max={MAX_ZOOM}
            value={photo.framing.zoom}
            set={zoom => change({ framing: { ...photo.framing, zoom }, isAccepted: false })}
          />
          {state && state.crop.w < 0.999 && (
            <Slider
              name={t.across}
              value={photo.framing.across}
              set={across => change({ framing: { ...photo.framing, across } })}
            />
          )}
          {state && state.crop.h < 0.999 && (
            <Slider
              name={t.down}
              value={photo.framing.down}
              set={down => change({ framing: { ...photo.framing, down } })}
            />
          )}
        </fieldset>
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

interface SliderProps {
  name: string;
  value: number;
  min?: number;
  max?: number;
  set: (value: number) => void;
}

const Slider = ({ name, value, min = 0, max = 1, set }: SliderProps) => (
  <label className="print-slider">
    <span>{name}</span>
    <input
      type="range"
      min={min}
      max={max}
      step={0.01}
      value={value}
      onChange={event => set(Number(event.target.value))}
    />
  </label>
);

type CropFrameProps = Pick<PrintPhotoProps, 'photo' | 'change'> & {
  size: PrintSizeOnSale;
  name: string;
};

/** The paper with the printed part of the photo in it; dragging moves the photo. */
const CropFrame = ({ photo, size, name, change }: CropFrameProps) => {
  const { imageStyles } = useSystemSettings();
  const { url, failure } = useSignedUrl(asLarge(photo.filePath, imageStyles));
  const frame = useRef<HTMLDivElement>(null);
  const from = useRef<{ x: number; y: number; framing: Framing } | null>(null);
  const { measures } = photo;
  const crop = measures && cropOf(size, measures, photo.framing);

  const start = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY, framing: photo.framing };
  };
  const move = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!from.current || !crop || !box) return;
    const { x, y, framing } = from.current;
    // The frame shows `w` of the photo's width, of which `1 - w` is outside.
    const by = (pixels: number, length: number, part: number) =>
      part < 1 ? ((pixels / length) * part) / (1 - part) : 0;
    change({
      framing: {
        ...framing,
        across: clamp(framing.across - by(event.clientX - x, box.width, crop.w)),
        down: clamp(framing.down - by(event.clientY - y, box.height, crop.h)),
      },
    });
  };
  const end = () => (from.current = null);

  return (
    <div className="print-frame">
      <div
        ref={frame}
        className={measures ? 'print-paper' : 'print-paper skeleton'}
        style={{ aspectRatio: measures ? paperRatio(size, measures) : 3 / 4 }}
        title={measures ? t.dragHint : undefined}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
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
      <FailureText message={failure ? t.photoGone : ''} />
    </div>
  );
};
