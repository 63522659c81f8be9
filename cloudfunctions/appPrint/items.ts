import { type Crop, sizeSnapOf } from '#contract/printItem.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { MM_PER_INCH, type PrintSize } from '#contract/printSize.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { invalid } from '../_shared/base/errors.ts';
import type { FileRow } from '../_shared/base/files.ts';

const WHOLE: Crop = { x: 0, y: 0, w: 1, h: 1, rotate: 0 };

export const notOwn = (field: string) => invalid({ [field]: printOrderSentences.photoGone });

/** Resolution of the printed part; the photo may be turned, so the better orientation counts. */
const fineness = (
  { width, height }: Pick<FileRow, 'width' | 'height'>,
  { w, h, rotate }: Crop,
  size: Pick<PrintSize, 'widthMm' | 'heightMm' | 'minPixelWidth' | 'minPixelHeight'>,
): { dpi: number; lowRes: boolean } => {
  if (width <= 0 || height <= 0) return { dpi: 0, lowRes: false };
  const [across, down] = rotate % 180 === 0 ? [width, height] : [height, width];
  const long = Math.max(across * w, down * h);
  const short = Math.min(across * w, down * h);
  const [paperLong, paperShort] = [
    Math.max(size.widthMm, size.heightMm) / MM_PER_INCH,
    Math.min(size.widthMm, size.heightMm) / MM_PER_INCH,
  ];
  const least = [size.minPixelWidth, size.minPixelHeight].sort((a, b) => b - a);
  return {
    dpi: Math.floor(Math.min(long / paperLong, short / paperShort)),
    lowRes: Math.round(long) < (least[0] ?? 0) || Math.round(short) < (least[1] ?? 0),
  };
};

type Item = PrintOrder['items'][number];
type Priced = Pick<Item, 'paper' | 'qty' | 'unitFen' | 'amountFen' | 'priceId'>;

export const photoItem = (
  wanted: { filePath: string; crop?: Crop | undefined },
  row: FileRow,
  size: PrintSize,
  { paper, qty, unitFen, amountFen, priceId }: Priced,
): Item => {
  const crop = wanted.crop ?? WHOLE;
  return {
    filePath: wanted.filePath,
    sizeId: size._id,
    sizeSnap: sizeSnapOf(size),
    paper,
    qty,
    unitFen,
    amountFen,
    priceId,
    crop,
    ...fineness(row, crop, size),
    itemStatus: 'ok',
  };
};

/** Problems found automatically; a person decides whether they matter. */
export const issuesOf = (items: Item[], now: number): PrintOrder['issues'] =>
  items.flatMap(({ lowRes, dpi }, itemIndex) =>
    lowRes
      ? [
          {
            code: 'low_resolution' as const,
            desc: printOrderSentences.blurred(dpi),
            itemIndex,
            time: now,
            resolved: false,
          },
        ]
      : [],
  );
