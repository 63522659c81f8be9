import { useState } from 'react';
import { pictures as sentences } from '#i18n/zh/pictures.ts';
import { PictureViewer, type ViewedPicture } from './PictureViewer.tsx';
import { SignedImage, type SignedImageProps } from './SignedImage.tsx';

export interface ZoomableImageProps extends SignedImageProps {
  /** Siblings for the arrow keys; without them the picture is alone. */
  siblings?: ViewedPicture[];
}

/** A signed picture that opens large on a click or Enter. */
export const ZoomableImage = ({ siblings, className, ...picture }: ZoomableImageProps) => {
  const { src, alt = '', width = 'auto', height = 'auto' } = picture;
  const all = siblings?.length ? siblings : [{ src, name: alt }];
  const [at, setAt] = useState<number | null>(null);
  if (!src) return null;
  const own = Math.max(
    0,
    all.findIndex(one => one.src === src),
  );
  return (
    <>
      <button
        type="button"
        className={['zoomable-image', className].filter(Boolean).join(' ')}
        style={{ ...(width !== 'auto' && { width }), ...(height !== 'auto' && { height }) }}
        aria-label={sentences.zoomOf(alt)}
        onClick={event => {
          event.stopPropagation();
          setAt(own);
        }}
      >
        <SignedImage {...picture} width="100%" height="100%" />
      </button>
      <PictureViewer pictures={all} at={at} onMove={setAt} onClose={() => setAt(null)} />
    </>
  );
};
