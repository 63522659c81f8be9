import { formatOf, isTaken } from '#contract/pictureFormat.ts';
import type { PhotoProblem } from '#contract/printArchive.ts';
import { isTimeout, loadSharp, opening } from '../../_shared/pictures/decoder.ts';
import type { ArchivePhoto } from '../../_shared/prints/archives.ts';
import { frameOf, type Measures } from '../../_shared/prints/printFrame.ts';

/** For decoding and making one; what begins at the end of a slice still fits into the function's time. */
const MOST_SECONDS = 15;
const QUALITY = 95;

export interface PrintFile extends Measures {
  content: Buffer;
}

/**
 * The photo as ordered, ready for the lab: upright, turned, cut out, with bleed, at the paper's pixels; sRGB with its
 * profile, JPEG without chroma subsampling, with the resolution in its EXIF header and nothing else about the photo.
 */
export const makePrintFile = async (
  photo: Buffer,
  ordered: Pick<ArchivePhoto, 'crop' | 'sizeSnap'>,
): Promise<PrintFile | PhotoProblem> => {
  // The decoder knows formats that nobody may upload.
  if (!isTaken(formatOf(photo))) return 'damaged';
  const open = opening(await loadSharp(2), photo, MOST_SECONDS);
  try {
    const { autoOrient: upright } = await open().metadata();
    const frame = frameOf(upright, ordered);
    if (typeof frame === 'string') return frame;
    const { data, info } = await open()
      .autoOrient()
      .rotate(frame.rotate)
      .extract(frame.extract)
      .resize({ ...frame.resize, fit: 'fill' })
      .flatten({ background: '#fff' })
      .extend({ ...frame.extend, extendWith: 'mirror' })
      .withIccProfile('srgb')
      .withDensity(frame.dpi)
      // The resolution would keep the rest of the photo's EXIF.
      .withExif({})
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch (error) {
    if (isTimeout(error)) return 'tooSlow';
    return /pixel limit/i.test(String(error)) ? 'tooLarge' : 'damaged';
  }
};
