import { type CSSProperties, useRef, useState } from 'react';
import {
  AI_LABEL,
  DEFAULT_IMAGE_FIT,
  IMAGE_ERROR_RETRIES,
  IMAGE_REFRESH_MS,
  texts,
} from '#contract/constants.ts';
import { signedImage } from '#i18n/zh/signedImage.ts';
import { asLarge, asThumbnail, isGenerated, isLocalPicture, isMarked } from './imageStyle.ts';
import { useSystemSettings } from './settings.ts';
import { useSignedUrl } from './SignedUrlsProvider.tsx';
import './SignedImage.css';

export interface SignedImageProps {
  /** A path of ours, with or without a style suffix. With an empty one nothing is shown. */
  src: string;
  alt?: string;
  className?: string;
  /** Pixels, or any CSS length. */
  width?: number | string;
  height?: number | string;
  fit?: CSSProperties['objectFit'];
  /** Milliseconds. */
  refreshInterval?: number;
  autoRefresh?: boolean;
}

/**
 * A picture from our storage (docs/specification.md#picture-display): its thumbnail first, after an error the original,
 * then the raw address.
 */
export const SignedImage = (props: SignedImageProps) =>
  props.src ? <Picture key={props.src} {...props} /> : null;

const Picture = ({
  src,
  alt = '',
  className,
  width = 'auto',
  height = 'auto',
  fit = DEFAULT_IMAGE_FIT,
  refreshInterval = IMAGE_REFRESH_MS,
  autoRefresh = true,
}: SignedImageProps) => {
  const { imageStyles } = useSystemSettings();
  const frame = useRef<HTMLSpanElement>(null);
  const [step, setStep] = useState<'thumbnail' | 'original' | 'raw'>('thumbnail');
  /** The address last loaded; shown until the next one has loaded. */
  const [painted, setPainted] = useState<string>();
  const [dead, setDead] = useState<string[]>([]);

  const local = isLocalPicture(src);
  const first = step === 'thumbnail';
  const address = first ? asThumbnail(src, imageStyles) : asLarge(src, imageStyles);
  const signed = useSignedUrl(local ? '' : address, {
    bypassCache: !first,
    retries: first ? 0 : IMAGE_ERROR_RETRIES,
    refreshInterval,
    autoRefresh,
    element: frame,
  });

  const url = signed.url && !dead.includes(signed.url) ? signed.url : undefined;
  const isDenied = signed.failure?.reason === 'denied';
  const raw = isDenied ? undefined : local || step === 'raw' || signed.failure ? src : undefined;
  const wanted = url ?? raw;
  const broken = wanted !== undefined && dead.includes(wanted) && wanted !== painted;
  const marked = broken || (!local && wanted === src);
  const state = isDenied ? 'denied' : marked ? 'error' : painted ? 'ready' : 'loading';

  // Their usual styles write the mark onto generated pictures.
  const carriesLabel = !isGenerated(src, imageStyles) || isMarked(address, imageStyles);

  const lose = (lost: string) => {
    // Without the query: a signature gives access to the picture.
    console.error('picture not loaded', lost.split('?')[0]);
    setDead([...dead, lost]);
    if (painted || local) return;
    setStep(first ? 'original' : 'raw');
  };

  const label = alt || texts.imageLabel;
  const message = broken ? signedImage.broken : signedImage.unsigned;
  const addresses = [...new Set([painted, wanted])].filter(known => known !== undefined);
  return (
    <span
      ref={frame}
      className={['signed-image', className].filter(Boolean).join(' ')}
      style={{ ...(width !== 'auto' && { width }), ...(height !== 'auto' && { height }) }}
      data-state={state}
      data-painted={painted !== undefined}
      title={isDenied ? signedImage.denied : marked ? message : undefined}
    >
      {addresses.map(known => {
        const next = painted !== undefined && known !== painted;
        return (
          <img
            // A picture loaded behind the old one is moved to the front, so nothing is decoded twice.
            key={known}
            src={known}
            alt={next ? '' : label}
            aria-hidden={next || undefined}
            className={next ? 'signed-image-next' : undefined}
            style={{ objectFit: fit }}
            loading={next ? 'eager' : 'lazy'}
            decoding="async"
            onLoad={() => setPainted(known)}
            onError={() => lose(known)}
          />
        );
      })}
      {painted && !carriesLabel && (
        <span
          className="signed-image-generated"
          aria-hidden={label.includes(AI_LABEL) || undefined}
        >
          {AI_LABEL}
        </span>
      )}
      {isDenied && (
        <span className="signed-image-denied">
          <span>{signedImage.denied}</span>
        </span>
      )}
      {marked && (
        <span className="signed-image-mark" role="img" aria-label={message} data-broken={broken} />
      )}
    </span>
  );
};
