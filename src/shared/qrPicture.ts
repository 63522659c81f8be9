import { encode } from 'uqr';

const LEAST_PIXELS = 800;

/** The address of a picture of the code, large and with margin enough for what reads it from an album. */
export const qrPicture = (text: string): string => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const scale = Math.ceil(LEAST_PIXELS / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * scale, y * scale, scale, scale);
  return canvas.toDataURL('image/png');
};
