import { MAX_UPLOAD_PIXELS } from '#contract/constants.ts';

/** Loaded only by a function that has a picture to draw. @param threads of the decoder */
export const loadSharp = async (threads: number) => {
  const { default: sharp } = await import('sharp');
  // Each picture is seen once.
  sharp.cache(false);
  sharp.concurrency(threads);
  return sharp;
};

type LoadedSharp = Awaited<ReturnType<typeof loadSharp>>;

/** Opens a picture anew at each call; drawing it fails with `timeout` after so many seconds. */
export const opening = (sharp: LoadedSharp, content: Buffer, seconds: number) => () =>
  sharp(content, {
    failOn: 'error',
    limitInputPixels: MAX_UPLOAD_PIXELS,
    sequentialRead: true,
  }).timeout({ seconds });

export const isTimeout = (error: unknown): boolean => /timeout/i.test(String(error));
