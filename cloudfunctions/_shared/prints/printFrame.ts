import { MAX_UPLOAD_PIXELS } from '#contract/constants.ts';
import type { PhotoProblem } from '#contract/printArchive.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { MM_PER_INCH } from '#contract/printSize.ts';

type Item = PrintOrder['items'][number];
type Size = Item['sizeSnap'];

/** Pixels. */
export interface Measures {
  width: number;
  height: number;
}

interface Sides {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** How a photo becomes a print file: turned, cut out, made as large as the paper, with what is lacking at the edges. */
export interface PrintFrame {
  /** Clockwise, after the photo's own orientation. */
  rotate: number;
  /** The area taken from the turned photo: the print, and the bleed as far as the photo reaches. */
  extract: { left: number; top: number } & Measures;
  /** What is cut out, at the paper's resolution. */
  resize: Measures;
  /** The rest of the bleed, beyond the photo's edges. */
  extend: Sides;
  /** The complete file, bleed included. */
  file: Measures;
  dpi: number;
  /** The share of the ordered part that the paper's ratio cuts off. */
  lost: number;
}

/** Width times height of a print file; more would not fit into the function's memory. */
const MAX_FILE_PIXELS = 60_000_000;
/** Rounding in the fractions that clients send. */
const TOLERANCE = 0.000_001;

const isInside = ({ x, y, w, h, rotate }: Item['crop']): boolean =>
  x >= 0 &&
  y >= 0 &&
  w > 0 &&
  h > 0 &&
  x + w <= 1 + TOLERANCE &&
  y + h <= 1 + TOLERANCE &&
  [0, 90, 180, 270].includes(rotate);

/** What can be said without knowing the photo. */
export const problemOf = ({ crop, sizeSnap }: Pick<Item, 'crop' | 'sizeSnap'>) => {
  if (sizeSnap.pixelWidth <= 0 || sizeSnap.pixelHeight <= 0 || sizeSnap.dpi <= 0)
    return 'size' satisfies PhotoProblem;
  return isInside(crop) ? null : ('crop' satisfies PhotoProblem);
};

/**
 * The paper is turned as the ordered part is. Where their ratios differ, the middle of the part is printed.
 * @param photo upright, as its own orientation says
 */
export const frameOf = (
  photo: Measures,
  { crop, sizeSnap }: Pick<Item, 'crop' | 'sizeSnap'>,
): PrintFrame | PhotoProblem => {
  const problem = problemOf({ crop, sizeSnap });
  if (problem) return problem;
  const { width, height } = crop.rotate % 180 === 0 ? photo : turned(photo);
  const part = {
    x: crop.x * width,
    y: crop.y * height,
    width: Math.min(crop.w, 1 - crop.x) * width,
    height: Math.min(crop.h, 1 - crop.y) * height,
  };
  const paper = paperFor(part, sizeSnap);
  const printed = middleOf(part, paper.width / paper.height);
  /** Pixels of the print for each pixel of the photo. */
  const scale = paper.width / printed.width;
  const { dpi } = sizeSnap;
  const bleed = Math.round((sizeSnap.bleedMm / MM_PER_INCH) * dpi);
  const within = (pixels: number) => Math.min(bleed, Math.floor(pixels * scale + TOLERANCE));
  const own: Sides = {
    left: within(printed.x),
    top: within(printed.y),
    right: within(width - printed.x - printed.width),
    bottom: within(height - printed.y - printed.height),
  };
  const across = span(printed.x, printed.width, own.left, own.right, scale, width);
  const down = span(printed.y, printed.height, own.top, own.bottom, scale, height);
  const file = { width: paper.width + 2 * bleed, height: paper.height + 2 * bleed };
  if (width * height > MAX_UPLOAD_PIXELS || file.width * file.height > MAX_FILE_PIXELS)
    return 'tooLarge';
  return {
    rotate: crop.rotate,
    extract: { left: across.from, width: across.length, top: down.from, height: down.length },
    resize: {
      width: paper.width + own.left + own.right,
      height: paper.height + own.top + own.bottom,
    },
    extend: {
      left: bleed - own.left,
      top: bleed - own.top,
      right: bleed - own.right,
      bottom: bleed - own.bottom,
    },
    file,
    dpi,
    lost: 1 - (printed.width * printed.height) / (part.width * part.height),
  };
};

const turned = ({ width, height }: Measures): Measures => ({ width: height, height: width });

const paperFor = (part: Measures, { pixelWidth, pixelHeight }: Size): Measures => {
  const paper = { width: pixelWidth, height: pixelHeight };
  return part.width >= part.height === pixelWidth >= pixelHeight ? paper : turned(paper);
};

const middleOf = (part: Measures & { x: number; y: number }, ratio: number) => {
  const width = Math.min(part.width, part.height * ratio);
  const height = Math.min(part.height, part.width / ratio);
  return {
    x: part.x + (part.width - width) / 2,
    y: part.y + (part.height - height) / 2,
    width,
    height,
  };
};

/** Whole pixels of the photo: at least one, none beyond its edge. */
const span = (
  start: number,
  length: number,
  before: number,
  after: number,
  scale: number,
  most: number,
) => {
  const from = Math.min(most - 1, Math.max(0, Math.round(start - before / scale)));
  const to = Math.min(most, Math.max(from + 1, Math.round(start + length + after / scale)));
  return { from, length: to - from };
};
