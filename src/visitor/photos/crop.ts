/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** What is kept of a picture, in its own pixels. */
export interface Area extends Size {
  x: number;
  y: number;
}

/** Width by height of `3:4`; null for any. */
export const ratioOf = (ratio: string | null | undefined): number | null => {
  const [width, height] = (ratio ?? '').split(':').map(Number);
  return width && height ? width / height : null;
};

const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most));

const inside = (area: Area, { width, height }: Size): Area => ({
  ...area,
  x: clamp(area.x, 0, width - area.width),
  y: clamp(area.y, 0, height - area.height),
});

/** The largest area of the ratio, in the middle; a little higher in tall pictures, where faces are. */
export const largestArea = ({ width, height }: Size, ratio: number): Area => {
  const size =
    width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio };
  return { x: (width - size.width) / 2, y: (height - size.height) * 0.35, ...size };
};

/** A picture that has nearly the ratio is not worth a question. */
export const needsCrop = ({ width, height }: Size, ratio: number) =>
  Math.abs(width / height / ratio - 1) > 0.01;

export const moved = (area: Area, dx: number, dy: number, picture: Size): Area =>
  inside({ ...area, x: area.x + dx, y: area.y + dy }, picture);

/**
 * Larger or smaller by `factor`, around its middle.
 * @param leastSide of the shorter side, in pixels: so much of the picture must remain
 */
export const zoomed = (area: Area, factor: number, picture: Size, leastSide: number): Area => {
  const ratio = area.width / area.height;
  const most = largestArea(picture, ratio).width;
  const least = Math.min(most, leastSide * Math.max(1, ratio));
  const width = clamp(area.width / factor, least, most);
  const height = width / ratio;
  const x = area.x + (area.width - width) / 2;
  const y = area.y + (area.height - height) / 2;
  return inside({ x, y, width, height }, picture);
};
