import { Box, type BoxProps } from '@mui/material';
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
  <Tile width={size} height={size} sx={{ display: 'grid', placeItems: 'center' }}>
    {src ? (
      <SignedImage src={src} alt={name} width="100%" height="100%" />
    ) : (
      <span aria-hidden>{cutText(name, 1, characters)}</span>
    )}
  </Tile>
);

export interface TileProps extends Pick<BoxProps, 'children' | 'sx'> {
  /** CSS pixels. */
  width: number;
  height: number;
}

/** The place of a small picture of any shape. */
export const Tile = ({ width, height, sx = [], children }: TileProps) => (
  <Box
    sx={[
      { flex: 'none', width, height, borderRadius: '6px', overflow: 'hidden' },
      { color: 'text.secondary', bgcolor: 'action.hover' },
      ...(Array.isArray(sx) ? sx : [sx]),
    ]}
  >
    {children}
  </Box>
);
