import { type DEFAULT_IMAGE_STYLES, isGeneratedPath } from '#contract/constants.ts';
import { pathOf } from '../base/storage.ts';

/** What a style makes of a picture. It is never enlarged. */
interface CopyStyle {
  /** Pixels of the longer side at most. */
  side?: number;
}

/** A style that was added in the settings leaves the size as it is, like `download`. */
const styles = {
  thumbnail: { side: 480 },
  uploadimage: { side: 1_600 },
  userupload: { side: 1_600 },
  runninghubreturnsimages: { side: 2_048 },
  download: {},
  original: {},
} as const satisfies Record<keyof typeof DEFAULT_IMAGE_STYLES, CopyStyle>;

const isOwn = (style: string): style is keyof typeof styles => Object.hasOwn(styles, style);

/** A copy of a picture as it is to be. */
export interface Copy extends CopyStyle {
  /** Path of the picture that the copy is made from. */
  path: string;
  /** Has the visible mark of generated pictures. */
  isMarked: boolean;
  /** Its name in the row of the picture; another one for each way to make it. */
  name: string;
}

/** Raised when copies are made otherwise than before; all are made again then, when they are asked for. */
const VERSION = 1;

const copyName = ({ side, isMarked }: Pick<Copy, 'side' | 'isMarked'>): string =>
  `${side ? `side${side}` : 'full'}${isMarked ? 'marked' : ''}v${VERSION}`;

/** The names of copies as they are made now. Others are left over. */
export const copyNames: ReadonlySet<string> = new Set(
  Object.values<CopyStyle>(styles).flatMap(({ side }) =>
    [false, true].map(isMarked => copyName({ side, isMarked })),
  ),
);

const copyOf = (path: string, { side }: CopyStyle): Copy => {
  const isMarked = isGeneratedPath(path);
  return { path, side, isMarked, name: copyName({ side, isMarked }) };
};

/** The thumbnail of the same picture; null for that itself. */
export const thumbnailBeside = ({ path, name }: Copy): Copy | null => {
  const thumbnail = copyOf(path, styles.thumbnail);
  return thumbnail.name === name ? null : thumbnail;
};

/** What a key asks for: the stored picture itself, or a copy. */
export type Asked = { path: string; copy: Copy | null };

/**
 * @param suffixes style suffixes by name, as in the settings
 * @returns null for a suffix that no style has
 */
export const askedFor = (key: string, suffixes: Record<string, string>): Asked | null => {
  const path = pathOf(key);
  const suffix = key.slice(path.length);
  if (suffix === '') return { path, copy: null };
  const style = Object.keys(suffixes).find(name => suffixes[name] === suffix);
  if (style === undefined) return null;
  const copy = copyOf(path, isOwn(style) ? styles[style] : {});
  return { path, copy: style === 'original' || !(copy.isMarked || copy.side) ? null : copy };
};
