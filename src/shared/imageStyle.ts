import { isGeneratedPath } from '#contract/constants.ts';
import type { SystemSettings } from '#contract/systemSettings.ts';

type Styles = SystemSettings['imageStyles'];

/** Where the path of an address ends; a suffix belongs before a query. */
const pathLength = (src: string) => {
  const end = src.search(/[?#]/);
  return end < 0 ? src.length : end;
};

const suffixOf = (path: string, styles: Styles): string =>
  Object.values(styles).find(suffix => suffix && path.endsWith(suffix)) ?? '';

/** `src` in one of our styles, which replaces an existing one. */
export const withStyle = (src: string, style: string, styles: Styles): string => {
  const length = pathLength(src);
  const path = src.slice(0, length);
  const bare = path.slice(0, length - suffixOf(path, styles).length);
  return bare + (styles[style] ?? '') + src.slice(length);
};

/** The name of a picture without a style; a `cloud://` name loses its bucket. */
const pathOf = (src: string, styles: Styles): string => {
  const path = src.slice(0, pathLength(src)).replace(/^cloud:\/\/[^/]*\//, '');
  return path.slice(0, path.length - suffixOf(path, styles).length);
};

export const isGenerated = (src: string, styles: Styles): boolean =>
  isGeneratedPath(pathOf(src, styles));

/** Whether it is a copy: every copy of a generated picture has the mark. */
export const isMarked = (src: string, styles: Styles): boolean => {
  const suffix = suffixOf(src.slice(0, pathLength(src)), styles);
  return suffix !== '' && suffix !== styles['original'];
};

/** The thumbnail, unless `src` names a style itself. */
export const asThumbnail = (src: string, styles: Styles): string =>
  suffixOf(src.slice(0, pathLength(src)), styles) ? src : withStyle(src, 'thumbnail', styles);

/** The stored picture; of a generated one a large copy. */
export const asLarge = (src: string, styles: Styles): string =>
  withStyle(src, isGenerated(src, styles) ? 'runninghubreturnsimages' : 'original', styles);

/** As a page shows it large. */
export const asShown = (src: string, styles: Styles): string =>
  withStyle(src, isGenerated(src, styles) ? 'runninghubreturnsimages' : 'uploadimage', styles);

/** A local picture, e.g. one just chosen for upload. */
export const isLocalPicture = (src: string) => /^(data|blob):/.test(src);
