import { Avatar, useTheme } from '@mui/material';
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
  const isLight = useTheme().palette.mode === 'light';
  return (
    <Avatar
      aria-hidden
      style={{
        width: size,
        height: size,
        flex: 'none',
        fontSize: size * 0.44,
        fontWeight: 500,
        color: `hsl(${hueOf(name)} 55% ${isLight ? 32 : 80}%)`,
        backgroundColor: `hsl(${hueOf(name)} 55% ${isLight ? 92 : 22}%)`,
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
