import {
  exifOfWebp,
  formatOf,
  formatRefusal,
  isTaken,
  isWhole,
  mayMove,
} from '#contract/pictureFormat.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';

export interface ChosenPicture {
  format: ReturnType<typeof formatOf>;
  /** Whether it is, or may be, an animation, which drawing it would end. */
  mayMove: boolean;
  /** Why it is no picture for us; of a format that we do not take, unless the browser can draw it. */
  refusal: string;
}

/** What is needed to know the format, and whether it moves. */
const HEAD_BYTES = 1024 * 1024;

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** What a chosen file is, by its bytes. */
export const readChosen = async (file: Blob): Promise<ChosenPicture> => {
  // A folder cannot be read, nor a file that was moved meanwhile.
  const head = await bytesOf(file.slice(0, HEAD_BYTES)).catch(() => new Uint8Array());
  const format = formatOf(head);
  const refusal = isTaken(format)
    ? isWhole(file.size > HEAD_BYTES ? await bytesOf(file) : head, format)
      ? ''
      : pictureSentences.incomplete
    : file.size === 0
      ? pictureSentences.empty
      : head.length === 0
        ? pictureSentences.gone
        : formatRefusal(format);
  return { format, mayMove: mayMove(head, format), refusal };
};

/** How a canvas is turned for orientations 2 to 8: factors of `transform`, where -1 mirrors. */
const turns = {
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
} as const satisfies Record<number, readonly number[]>;

/**
 * Browsers turn every format as its file says, but a WebP: it is drawn upright here. Others stay as they are, as does
 * what moves.
 */
export const upright = async (file: File, { format, mayMove: moves }: ChosenPicture) => {
  if (format !== 'WebP' || moves) return file;
  const bytes = await bytesOf(file);
  const exif = exifOfWebp(bytes);
  const turn = exif && turns[exif.orientation as keyof typeof turns];
  if (!turn) return file;
  // Unknown chunks are passed over, so that no browser turns it a second time.
  bytes.set([0x6e, 0x6f, 0x6e, 0x65], exif.at);
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/webp' }));
  const [a, b, c, d] = turn;
  const { width, height } = bitmap;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = a === 0 ? [height, width] : [width, height];
  const context = canvas.getContext('2d');
  context?.setTransform(a, b, c, d, a + c < 0 ? canvas.width : 0, b + d < 0 ? canvas.height : 0);
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  return blob ? new File([blob], file.name, { type: blob.type }) : file;
};
