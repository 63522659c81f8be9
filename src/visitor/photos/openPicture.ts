import type { Area, Size } from './crop.ts';

/** A chosen picture, upright; `close` frees its memory. */
export interface OpenPicture extends Size {
  url: string;
  element: CanvasImageSource;
  close: () => void;
}

/**
 * Not `createImageBitmap`, because `img` turns pictures upright as their EXIF data say in every browser, and Safari
 * opens HEIC in it.
 * @throws when the browser cannot show the file
 */
export const openPicture = async (file: Blob): Promise<OpenPicture> => {
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  const element = new Image();
  element.src = url;
  await element.decode().catch((error: unknown) => {
    close();
    throw error;
  });
  return { url, element, width: element.naturalWidth, height: element.naturalHeight, close };
};

/** An area of the picture as a JPEG of this size. @throws when memory does not suffice */
export const encodeJpeg = async (
  { element }: OpenPicture,
  { x, y, width, height }: Area,
  size: Size,
  quality: number,
): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  // JPEG knows no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(element, x, y, width, height, 0, 0, size.width, size.height);
  const blob = await new Promise<Blob | null>(resolve => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  // Safari keeps the memory of a canvas until it is collected.
  canvas.width = 0;
  if (!blob) throw new Error('picture not encoded');
  return blob;
};
