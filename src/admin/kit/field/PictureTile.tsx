import { Box } from '@mui/material';
import { characters, cutText } from '#contract/cut.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';

export interface PictureTileProps {
  /** With an empty one the first character of the name is shown. */
  src: string;
  name: string;
  /** CSS pixels. */
  size?: number;
}

/** A small square picture beside a name. */
export const PictureTile = ({ src, name, size = 36 }: PictureTileProps) => (
  <Box
    sx={{
      flex: 'none',
      width: size,
      height: size,
      borderRadius: '6px',
      overflow: 'hidden',
      display: 'grid',
      placeItems: 'center',
      color: 'text.secondary',
      bgcolor: 'action.hover',
    }}
  >
    {src ? (
      <SignedImage src={src} alt={name} width="100%" height="100%" />
    ) : (
      <span aria-hidden>{cutText(name, 1, characters)}</span>
    )}
  </Box>
);
