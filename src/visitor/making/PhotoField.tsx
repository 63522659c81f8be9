import { type DragEvent, useCallback, useMemo } from 'react';
import type { PublicInput } from '#contract/visitor.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { FileChooser } from '../photos/FileChooser.tsx';
import { usePhotoIntake } from '../photos/usePhotoIntake.tsx';
import { Field } from './Field.tsx';
import { mostPhotosOf, photoNeedsOf } from './fields.ts';
import type { Photo, PhotoUploads } from './photoUploads.ts';

export interface PhotoFieldProps {
  input: PublicInput;
  photos: Photo[];
  uploads: PhotoUploads;
  error: string | undefined;
}

export const PhotoField = ({ input, photos, uploads, error }: PhotoFieldProps) => {
  const most = mostPhotosOf(input);
  const free = most - photos.length;
  const onPhoto = useCallback(
    (photo: Blob, replaced?: string) => uploads.add(input.key, photo, replaced),
    [uploads, input.key],
  );
  const needs = useMemo(() => photoNeedsOf(input), [input]);
  const { busy, message, take, dialog } = usePhotoIntake(needs, onPhoto);
  const add = useCallback((files: File[]) => void take(files.slice(0, free)), [take, free]);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0 && free > 0 && !busy) add(files);
  };
  const many = most > 1;
  const isEmpty = photos.length === 0;
  return (
    <Field
      input={input}
      error={error ?? (message || undefined)}
      hint={making.photoHint(most, input.minSide ?? 0)}
      group
    >
      {({ id, 'aria-describedby': describedBy }) => (
        <div className="photos" onDragOver={event => event.preventDefault()} onDrop={onDrop}>
          {photos.map((photo, at) => (
            <PhotoTile
              key={photo.id}
              name={many ? making.photo(input.label, at + 1) : input.label}
              photo={photo}
              uploads={uploads}
              onReplace={files => void take(files.slice(0, 1), photo.id)}
            />
          ))}
          {free > 0 && (
            <div className={isEmpty ? 'photo-empty' : 'photo-more'}>
              <FileChooser
                id={id}
                className="button"
                label={isEmpty ? making.album : making.addMore}
                ariaLabel={making.actionOf(isEmpty ? making.album : making.addMore, input.label)}
                multiple={many}
                disabled={busy}
                describedBy={describedBy}
                onChoose={add}
              />
              <FileChooser
                className="button camera"
                label={making.camera}
                ariaLabel={making.actionOf(making.camera, input.label)}
                capture
                disabled={busy}
                onChoose={add}
              />
              {busy && !dialog && <p role="status">{making.opening}</p>}
            </div>
          )}
          {dialog}
        </div>
      )}
    </Field>
  );
};

const statusOf = ({ state, percent }: Photo) => {
  if (state === 'done') return making.done;
  if (state === 'failed') return making.failed;
  return percent < 100 ? making.sent(percent) : making.checking;
};

interface PhotoTileProps {
  name: string;
  photo: Photo;
  uploads: PhotoUploads;
  onReplace: (files: File[]) => void;
}

const PhotoTile = ({ name, photo, uploads, onReplace }: PhotoTileProps) => {
  const { id, state, percent, message, canRetry, preview } = photo;
  const isSending = state === 'sending';
  // Giving up the choice of another photo is no mistake.
  const replace = useCallback(
    (files: File[]) => {
      if (files.length > 0) onReplace(files);
    },
    [onReplace],
  );
  return (
    <div className="photo" data-state={state}>
      <span className="photo-picture">
        <SignedImage src={preview} alt={name} className="fill" />
        {isSending && <progress max={100} value={percent} aria-label={name} />}
      </span>
      <div className="photo-about">
        <p role="status" className={state === 'failed' ? 'failure' : 'hint'}>
          {message || statusOf(photo)}
        </p>
        <div className="photo-actions">
          {state === 'failed' && canRetry && (
            <button
              type="button"
              className="button"
              aria-label={making.actionOf(making.retry, name)}
              onClick={() => uploads.retry(id)}
            >
              {making.retry}
            </button>
          )}
          {!isSending && (
            <FileChooser
              className="button"
              label={making.replace}
              ariaLabel={making.actionOf(making.replace, name)}
              onChoose={replace}
            />
          )}
          <button
            type="button"
            className="button"
            aria-label={making.actionOf(isSending ? making.cancel : making.remove, name)}
            onClick={() => uploads.remove(id)}
          >
            {isSending ? making.cancel : making.remove}
          </button>
        </div>
      </div>
    </div>
  );
};
