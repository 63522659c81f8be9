import type { Crop } from '#contract/printItem.ts';
import type { Area, Size } from '../photos/crop.ts';

/** What the visitor sets: how far the photo is enlarged, and where the middle of the print is, from 0 to 1. */
export interface Framing {
  zoom: number;
  across: number;
  down: number;
}

const MAX_ZOOM = 4;
export const centred: Framing = { zoom: 1, across: 0.5, down: 0.5 };

interface Paper {
  widthMm: number;
  heightMm: number;
  minPixelWidth: number;
  minPixelHeight: number;
}

const MM_PER_INCH = 25.4;

/** Width by height of the paper, turned as the photo is. */
export const paperRatio = (
  { widthMm, heightMm }: Pick<Paper, 'widthMm' | 'heightMm'>,
  photo: Size,
): number => {
  const [long, short] = [Math.max(widthMm, heightMm), Math.min(widthMm, heightMm)];
  return photo.width >= photo.height ? long / short : short / long;
};

/** The printed part: the largest one of the paper's ratio, made smaller by the zoom, inside the photo. */
export const cropOf = (paper: Paper, photo: Size, { zoom, across, down }: Framing): Crop => {
  const ratio = paperRatio(paper, photo) / (photo.width / photo.height);
  const w = Math.min(1, ratio) / zoom;
  const h = Math.min(1, 1 / ratio) / zoom;
  return { x: across * (1 - w), y: down * (1 - h), w, h, rotate: 0 };
};

/** The printed part in pixels of the photo. */
export const areaOf = (paper: Paper, photo: Size, framing: Framing): Area => {
  const { x, y, w, h } = cropOf(paper, photo, framing);
  return {
    x: x * photo.width,
    y: y * photo.height,
    width: w * photo.width,
    height: h * photo.height,
  };
};

/** What the visitor has set, from the part that was chosen: it also holds for another size. */
export const framingOf = (paper: Paper, photo: Size, { x, y, width, height }: Area): Framing => {
  const place = (from: number, spare: number) => (spare > 0.5 ? Math.min(1, from / spare) : 0.5);
  return {
    zoom: Math.max(1, areaOf(paper, photo, centred).width / width),
    across: place(x, photo.width - width),
    down: place(y, photo.height - height),
  };
};

/** The shorter side of the smallest part. */
export const leastSideOf = (paper: Paper, photo: Size): number => {
  const { width, height } = areaOf(paper, photo, centred);
  return Math.min(width, height) / MAX_ZOOM;
};

/** Resolution of the printed part, as the server judges it (`cloudfunctions/appPrint/items.ts`). */
export const finenessOf = (paper: Paper, photo: Size, { w, h }: Crop) => {
  const sides = [photo.width * w, photo.height * h].sort((a, b) => b - a);
  const inches = [paper.widthMm, paper.heightMm].map(mm => mm / MM_PER_INCH).sort((a, b) => b - a);
  const least = [paper.minPixelWidth, paper.minPixelHeight].sort((a, b) => b - a);
  const of = (list: number[], at: number) => list[at] ?? 0;
  return {
    dpi: Math.floor(Math.min(of(sides, 0) / of(inches, 0), of(sides, 1) / of(inches, 1))),
    lowRes: [0, 1].some(at => Math.round(of(sides, at)) < of(least, at)),
  };
};
