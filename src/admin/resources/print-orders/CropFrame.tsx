import { Box } from '@mui/material';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { Crop } from '#contract/printItem.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';

export interface CropFrameProps {
  src: string;
  alt: string;
  crop: Omit<Crop, 'rotate'> & { rotate: number };
  /** CSS pixels, or any CSS length. */
  height?: number | string;
  /** Instead of the one that is loaded when it comes into sight. */
  picture?: ReactNode;
}

export const isWhole = ({ x, y, w, h }: CropFrameProps['crop']) =>
  x <= 0.001 && y <= 0.001 && w >= 0.999 && h >= 0.999;

const UNTIL_KNOWN = 3 / 4;
const percent = (share: number) => `${share * 100}%`;

/** A photo, turned as it will be printed; what is cut off is dark. */
export const CropFrame = ({ src, alt, crop, height = 200, picture }: CropFrameProps) => {
  const [natural, setNatural] = useState(UNTIL_KNOWN);
  const turned = crop.rotate % 180 !== 0;
  const ratio = turned ? 1 / natural : natural;
  const measure = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLImageElement && target.naturalHeight > 0)
      setNatural(target.naturalWidth / target.naturalHeight);
  };
  return (
    <Box
      sx={{
        display: 'grid',
        placeItems: 'center',
        height,
        width: '100%',
        containerType: 'size',
        lineHeight: 0,
      }}
    >
      <Box
        onLoadCapture={measure}
        sx={{
          position: 'relative',
          overflow: 'hidden',
          width: `min(100cqw, ${100 * ratio}cqh)`,
          aspectRatio: String(ratio),
          borderRadius: '3px',
        }}
      >
        <Box
          sx={{
            position: 'absolute',
            left: '50%',
            top: '50%',
            width: percent(turned ? 1 / ratio : 1),
            height: percent(turned ? ratio : 1),
            transform: `translate(-50%, -50%) rotate(${crop.rotate}deg)`,
          }}
        >
          {picture ?? <SignedImage src={src} alt={alt} width="100%" height="100%" />}
        </Box>
        {!isWhole(crop) && (
          <Box
            aria-hidden
            sx={{
              position: 'absolute',
              left: percent(crop.x),
              top: percent(crop.y),
              width: percent(crop.w),
              height: percent(crop.h),
              boxSizing: 'border-box',
              printColorAdjust: 'exact',
              border: '1.5px solid #fff',
              boxShadow: '0 0 0 1px rgb(0 0 0 / 35%), 0 0 0 4000px rgb(0 0 0 / 58%)',
            }}
          />
        )}
      </Box>
    </Box>
  );
};
