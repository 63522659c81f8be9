import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { pictures } from '#i18n/zh/pictures.ts';
import { asLarge, asThumbnail } from './imageStyle.ts';
import { useSystemSettings } from './settings.ts';
import { SignedImage } from './SignedImage.tsx';
import './PictureViewer.css';

export interface ViewedPicture {
  /** A path of ours. */
  src: string;
  name?: string;
}

export interface PictureViewerProps {
  pictures: ViewedPicture[];
  /** Which of them is large; null: closed. */
  at: number | null;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** One picture large, over everything; arrow keys go to its siblings, Esc closes and returns the focus. */
export const PictureViewer = (props: PictureViewerProps) => {
  const { at } = props;
  const shown = at === null ? undefined : props.pictures[at];
  return shown && at !== null
    ? createPortal(<Viewer {...props} at={at} shown={shown} />, document.body)
    : null;
};

const Viewer = ({
  pictures: all,
  at,
  shown,
  onMove,
  onClose,
}: PictureViewerProps & { at: number; shown: ViewedPicture }) => {
  const { imageStyles } = useSystemSettings();
  const dialog = useRef<HTMLDialogElement>(null);
  const many = all.length > 1;

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  const move = (step: number) => onMove((at + step + all.length) % all.length);
  const onKeyDown = (event: KeyboardEvent) => {
    // The page behind has its own shortcuts.
    event.stopPropagation();
    if (many && event.key === 'ArrowLeft') move(-1);
    if (many && event.key === 'ArrowRight') move(1);
  };
  const onClick = (event: MouseEvent) => {
    event.stopPropagation();
    if (event.target instanceof Element && !event.target.closest('button, .signed-image'))
      onClose();
  };
  const name = shown.name ?? '';
  return (
    <dialog
      ref={dialog}
      className="picture-viewer"
      aria-label={name ? `${pictures.viewer}：${name}` : pictures.viewer}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="picture-viewer-bar">
        <span className="picture-viewer-name">{name}</span>
        {many && <span aria-live="polite">{pictures.position(at + 1, all.length)}</span>}
        <button type="button" aria-label={pictures.close} onClick={onClose}>
          <Cross />
        </button>
      </div>
      <div className="picture-viewer-stage">
        <SignedImage
          src={asThumbnail(shown.src, imageStyles)}
          alt=""
          fit="contain"
          className="picture-viewer-picture"
        />
        <SignedImage
          src={asLarge(shown.src, imageStyles)}
          alt={name}
          fit="contain"
          className="picture-viewer-picture"
        />
      </div>
      {many && (
        <>
          <button
            type="button"
            className="picture-viewer-side"
            aria-label={pictures.previous}
            onClick={() => move(-1)}
          >
            <Arrow />
          </button>
          <button
            type="button"
            className="picture-viewer-side"
            data-side="next"
            aria-label={pictures.next}
            onClick={() => move(1)}
          >
            <Arrow />
          </button>
        </>
      )}
    </dialog>
  );
};

const Cross = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden>
    <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

const Arrow = () => (
  <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden>
    <path
      d="M15 5l-7 7 7 7"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
