import { templateInputSentences } from '#contract/sentences/templateInputs.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { failureMessage } from '../failureMessage.ts';
import { type Area, largestArea, type Size } from './crop.ts';
import { type OpenPicture, openPicture } from './openPicture.ts';

/** Opening more would cost a phone all its memory. */
const MOST_MEGABYTES = 50;

/** A sentence for the visitor about the file that he chose. */
export class PhotoRefused extends Error {}

const isHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /hei[cf]/.test(type);

/** Why a photo did not arrive, in words. */
export const uploadFailure = (failure: unknown): string => {
  if (failure instanceof PhotoRefused) return failure.message;
  console.error('photo not uploaded', failure);
  return failureMessage(failure);
};

/** What a photo is wanted for. */
export interface PhotoNeeds {
  /** Width by height to which such a picture is cropped; null for none. */
  ratioFor: (picture: Size) => number | null;
  /** Pixels that its shorter side must have after cropping. */
  minSide: number;
  /** Pixels of the shorter side that are sent where the photo has them, however large it is then. */
  sentSide: number;
}

/** The area of the picture that is taken at most. */
export const areaFor = (picture: Size, { ratioFor }: PhotoNeeds): Area => {
  const wanted = ratioFor(picture);
  return wanted
    ? largestArea(picture, wanted)
    : { x: 0, y: 0, width: picture.width, height: picture.height };
};

/** The chosen file as a picture that can be used. @throws PhotoRefused */
export const openPhoto = async (file: File, needs: PhotoNeeds): Promise<OpenPicture> => {
  if (file.size > MOST_MEGABYTES * 1024 * 1024)
    throw new PhotoRefused(making.fileTooLarge(MOST_MEGABYTES));
  const picture = await openPicture(file).catch(() => {
    throw new PhotoRefused(isHeic(file) ? making.heic : making.unreadable);
  });
  const { width, height } = areaFor(picture, needs);
  // Half a pixel of a cropped side must not count.
  if (Math.round(Math.min(width, height)) < needs.minSide) {
    picture.close();
    throw new PhotoRefused(templateInputSentences.photoTooSmall(needs.minSide));
  }
  return picture;
};
