import { MAX_UPLOAD_PIXELS } from '#contract/constants.ts';
import { formatOf, isTaken } from '#contract/pictureFormat.ts';
import type { PhotoProblem } from '#contract/printArchive.ts';
import type { ArchivePhoto } from '../_shared/prints/archives.ts';
import { frameOf, type Measures } from '../_shared/prints/printFrame.ts';

/** For decoding and making one; what begins at the end of a slice still fits into the function's time. */
const MOST_SECONDS = 15;
const QUALITY = 95;

export interface PrintFile extends Measures {
  content: Buffer;
}

/** Loaded only by a worker that has a photo to make. */
const openSharp = async () => {
  const { default: sharp } = await import('sharp');
  // Each photo is seen once.
  sharp.cache(false);
  sharp.concurrency(2);
  return sharp;
};

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
  const sharp = await openSharp();
  const open = () =>
    sharp(photo, {
      failOn: 'error',
      limitInputPixels: MAX_UPLOAD_PIXELS,
      sequentialRead: true,
    }).timeout({ seconds: MOST_SECONDS });
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
    const text = error instanceof Error ? error.message : '';
    if (/timeout/i.test(text)) return 'tooSlow';
    return /pixel limit/i.test(text) ? 'tooLarge' : 'damaged';
  }
};
