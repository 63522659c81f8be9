import { Avatar, type Theme } from '@mui/material';
import { memo } from 'react';
import { characters, cutText } from '#contract/cut.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';

const HUES = [210, 265, 330, 20, 150, 185] as const;

/** The same person has the same colour everywhere. */
const hueOf = (text: string) =>
  HUES[[...text].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 6];

export interface PersonAvatarProps {
  name: string;
  src: string;
  /** CSS pixels. */
  size?: number;
}

/** A person's picture, or the first character of the name. By itself: who shows it may follow the address. */
export const PersonAvatar = memo(function PersonAvatar({
  name,
  src,
  size = 32,
}: PersonAvatarProps) {
  return (
    <Avatar
      aria-hidden
      sx={{
        width: size,
        height: size,
        flex: 'none',
        fontSize: size * 0.44,
        fontWeight: 500,
        color: (theme: Theme) =>
          `hsl(${hueOf(name)} 55% ${theme.palette.mode === 'light' ? 32 : 80}%)`,
        bgcolor: (theme: Theme) =>
          `hsl(${hueOf(name)} 55% ${theme.palette.mode === 'light' ? 92 : 22}%)`,
      }}
    >
      {src ? (
        <SignedImage src={src} alt={name} width="100%" height="100%" />
      ) : (
        cutText(name, 1, characters)
      )}
    </Avatar>
  );
});
