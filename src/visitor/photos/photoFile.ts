import { formatRefusal, isTaken } from '#contract/pictureFormat.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { templateInputSentences } from '#contract/sentences/templateInputs.ts';
import { isFileRefused } from '#dataProvider/fileRefused.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { readChosen, upright } from '../../shared/chosenPicture.ts';
import { failureMessage } from '../failureMessage.ts';
import { type Area, largestArea, type Size } from './crop.ts';
import { type OpenPicture, openPicture } from './openPicture.ts';

/** Opening more would cost a phone all its memory. */
const MOST_MEGABYTES = 50;

/** A sentence for the visitor about the file that they chose. */
export class PhotoRefused extends Error {
  constructor(
    message: string,
    /** Trying once more may help. */
    readonly canRetry = false,
  ) {
    super(message);
  }
}

/** Why a photo did not arrive, in words, and whether sending it again may help. */
export const uploadFailure = (failure: unknown): { message: string; canRetry: boolean } => {
  if (failure instanceof PhotoRefused)
    return { message: failure.message, canRetry: failure.canRetry };
  console.error('photo not uploaded', failure);
  return { message: failureMessage(failure), canRetry: !isFileRefused(failure) };
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
  const chosen = await readChosen(file);
  const { format, refusal } = chosen;
  if (chosen.mayMove)
    throw new PhotoRefused(format === 'GIF' ? formatRefusal(format) : pictureSentences.moving);
  if (refusal && (isTaken(format) || format === 'video' || file.size === 0))
    throw new PhotoRefused(refusal);
  // What we do not take is sent as a JPEG, if the browser can open it.
  const picture = await upright(file, chosen)
    .then(openPicture)
    .catch(() => {
      throw new PhotoRefused(format === 'HEIC' ? making.heic : refusal || making.unreadable);
    });
  const { width, height } = areaFor(picture, needs);
  // Half a pixel of a cropped side must not count.
  if (Math.round(Math.min(width, height)) < needs.minSide) {
    picture.close();
    throw new PhotoRefused(templateInputSentences.photoTooSmall(needs.minSide));
  }
  return picture;
};
