import '../photos/photos.css';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { printPapers } from '#contract/printPapers.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { FailureText } from '../Failure.tsx';
import { FileChooser } from '../photos/FileChooser.tsx';
import { type PhotoNeeds, uploadFailure } from '../photos/photoFile.ts';
import { createUploadPhoto, type UploadPhoto } from '../photos/uploadPhoto.ts';
import { useAgreement } from '../photos/useAgreement.tsx';
import { usePhotoIntake } from '../photos/usePhotoIntake.tsx';
import { useRead } from '../useRead.ts';
import { paperRatio } from './crop.ts';
import type { PrintSizeOnSale } from './PrintPhoto.tsx';
import type { VisitorPrint } from './usePrintOrder.ts';

export interface ReplacePhotosProps {
  invoke: Invoke;
  print: VisitorPrint;
  /** Why the order could not be read anew; '' for no failure. */
  notRead: string;
  onChanged: () => void;
}

/** The photos that cannot be printed, each with the choice of another one. */
export const ReplacePhotos = ({ invoke, print, notRead, onChanged }: ReplacePhotosProps) => {
  const { state } = useRead(invoke, 'appPrint', 'getPrintSizes', {});
  const sizes = state.status === 'ready' ? state.value.list : [];
  const { agree, dialog } = useAgreement(invoke);
  const upload = useMemo(() => createUploadPhoto(invoke, agree), [invoke, agree]);
  return (
    <section className="print-card">
      <h2>{t.replacePhotos}</h2>
      <ul className="print-photos">
        {print.items.map(
          (item, at) =>
            item.itemStatus === 'bad' && (
              <ReplacePhoto
                key={`${at} ${item.filePath}`}
                invoke={invoke}
                print={print}
                notRead={notRead}
                at={at}
                item={item}
                size={sizes.find(({ _id }) => _id === item.sizeId)}
                isReady={state.status !== 'loading'}
                upload={upload}
                onChanged={onChanged}
              />
            ),
        )}
      </ul>
      {dialog}
    </section>
  );
};

type Item = VisitorPrint['items'][number];

/** @param size absent for one that is no longer sold: the server alone judges the resolution then */
const needsOf = ({ sizeSnap }: Item, size: PrintSizeOnSale | undefined): PhotoNeeds => ({
  ratioFor: picture => (sizeSnap.widthMm > 0 ? paperRatio(sizeSnap, picture) : null),
  minSide: size ? Math.min(size.minPixelWidth, size.minPixelHeight) : 0,
  sentSide: Math.min(sizeSnap.pixelWidth, sizeSnap.pixelHeight),
});

interface ReplacePhotoProps extends ReplacePhotosProps {
  /** Place of the photo in the order. */
  at: number;
  item: Item;
  size: PrintSizeOnSale | undefined;
  /** False while it is not known what the size needs. */
  isReady: boolean;
  upload: UploadPhoto;
}

const ReplacePhoto = ({
  invoke,
  print: { _id: id },
  notRead,
  at,
  item,
  size,
  isReady,
  upload,
  onChanged,
}: ReplacePhotoProps) => {
  const needs = useMemo(() => needsOf(item, size), [item, size]);
  const replacement = useReplacement({ invoke, id, itemIndex: at, upload, onChanged });
  const { state, send, retry } = replacement;
  const { busy, message, take, dialog } = usePhotoIntake(needs, send);
  const choose = useCallback((files: File[]) => void take(files.slice(0, 1)), [take]);
  const isSending = state.step === 'sending' || state.step === 'replacing';
  const name = t.photo(at + 1);
  const isReplaced = state.step === 'replaced';
  const failure = state.step === 'failed' ? state.message : '';
  const missed = isReplaced ? notRead : '';
  return (
    <li className="photo">
      <span className="photo-picture">
        <SignedImage src={item.filePath} alt={name} className="fill" />
        {state.step === 'sending' && <progress max={100} value={state.percent} aria-label={name} />}
      </span>
      <div className="photo-about">
        <p>{t.item(item.sizeSnap.name, printPapers[item.paper].label, item.qty)}</p>
        <p className="hint" role="status">
          {isReplaced
            ? t.replaced
            : isSending
              ? state.step === 'sending'
                ? making.sent(state.percent)
                : t.replacing
              : busy && !dialog
                ? making.opening
                : needs.minSide > 0 && t.leastPixels(needs.minSide)}
        </p>
        <FailureText message={message || failure || (missed && t.notReloaded(missed))} />
        <div className="photo-actions">
          {state.step === 'failed' && state.canRetry && !message && (
            <button
              type="button"
              className="button"
              aria-label={making.actionOf(making.retry, name)}
              onClick={() => void retry()}
            >
              {making.retry}
            </button>
          )}
          {missed && (
            <button
              type="button"
              className="button"
              aria-label={making.actionOf(t.reload, name)}
              onClick={onChanged}
            >
              {t.reload}
            </button>
          )}
          {!isSending && !isReplaced && (
            <FileChooser
              className="button button-accent"
              label={t.chooseOther}
              ariaLabel={making.actionOf(t.chooseOther, name)}
              disabled={busy || !isReady}
              onChoose={choose}
            />
          )}
        </div>
      </div>
      {dialog}
    </li>
  );
};

type ReplacementState =
  | { step: 'idle' }
  /** Percent that are sent. */
  | { step: 'sending'; percent: number }
  | { step: 'replacing' }
  /** Until the order is read anew, which shows another photo here. */
  | { step: 'replaced' }
  | { step: 'failed'; message: string; canRetry: boolean };

interface Options {
  invoke: Invoke;
  /** Of the print order. */
  id: string;
  /** Place of the photo in it. */
  itemIndex: number;
  upload: UploadPhoto;
  /** Also after a failure: the answer may have been lost, or the photo is no longer asked for. */
  onChanged: () => void;
}

/** Uploads a photo and puts it in the place of one that cannot be printed; a retry goes on where it failed. */
const useReplacement = ({ invoke, id, itemIndex, upload, onChanged }: Options) => {
  const [state, setState] = useState<ReplacementState>({ step: 'idle' });
  const photo = useRef<Blob>(null);
  /** Once it is stored. */
  const stored = useRef('');
  const course = useRef<AbortController>(null);
  useEffect(
    () => () => {
      course.current?.abort();
      course.current = null;
    },
    [],
  );

  const retry = useCallback(async () => {
    if (course.current || !photo.current) return;
    const { signal } = (course.current = new AbortController());
    try {
      if (!stored.current) {
        setState({ step: 'sending', percent: 0 });
        const onProgress = (percent: number) => setState({ step: 'sending', percent });
        stored.current = await upload(photo.current, { onProgress, signal });
      }
      if (signal.aborted) return;
      setState({ step: 'replacing' });
      await invoke('appPrint', 'replacePhoto', { id, itemIndex, filePath: stored.current });
      if (signal.aborted) return;
      setState({ step: 'replaced' });
      onChanged();
    } catch (failure) {
      if (signal.aborted) return;
      setState({ step: 'failed', ...uploadFailure(failure) });
      if (stored.current) onChanged();
    }
    course.current = null;
  }, [invoke, id, itemIndex, upload, onChanged]);

  const send = useCallback(
    (chosen: Blob) => {
      if (course.current) return;
      photo.current = chosen;
      stored.current = '';
      void retry();
    },
    [retry],
  );
  return { state, send, retry };
};
