import { templateInputSentences } from '#contract/sentences/templateInputs.ts';
import type { PublicInput } from '#contract/visitor.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { largestArea, ratioOf, type Size } from './crop.ts';
import { type OpenPicture, openPicture } from './openPicture.ts';

/** Opening more would cost a phone all its memory. */
const MOST_MEGABYTES = 50;

/** A sentence for the visitor about the file that he chose. */
export class PhotoRefused extends Error {}

const isHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /hei[cf]/.test(type);

/** The area of the picture that the template takes at most. */
export const areaFor = (picture: Size, { ratio }: PublicInput) => {
  const wanted = ratioOf(ratio);
  return wanted
    ? largestArea(picture, wanted)
    : { x: 0, y: 0, width: picture.width, height: picture.height };
};

/** The chosen file as a picture that the input takes. @throws PhotoRefused */
export const openPhoto = async (file: File, input: PublicInput): Promise<OpenPicture> => {
  if (file.size > MOST_MEGABYTES * 1024 * 1024)
    throw new PhotoRefused(making.fileTooLarge(MOST_MEGABYTES));
  const picture = await openPicture(file).catch(() => {
    throw new PhotoRefused(isHeic(file) ? making.heic : making.unreadable);
  });
  const { width, height } = areaFor(picture, input);
  // Half a pixel of a cropped side must not count.
  if (input.minSide != null && Math.round(Math.min(width, height)) < input.minSide) {
    picture.close();
    throw new PhotoRefused(templateInputSentences.photoTooSmall(input.minSide));
  }
  return picture;
};
