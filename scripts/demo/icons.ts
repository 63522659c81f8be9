import sharp from 'sharp';

/** Width and height of an icon in pixels. */
export const ICON = { width: 240, height: 240 };

/** White lines on a square of 24 units. */
const glyphs = {
  id_photo_crop:
    'M7 3v14h14M3 7h14v14M13.8 11a1.8 1.8 0 1 0-3.6 0 1.8 1.8 0 0 0 3.6 0M9.5 17c.6-2.4 4.4-2.4 5 0',
  collage_nine: 'M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16',
  watermark:
    'M12 3.5c3.6 4.4 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 1.9-5.6 5.5-10zM10 15.5c.6 1 1.6 1.4 2.8 1.3',
  old_phone_wall: 'M7 3h10v18H7zM11 18h2',
  long_screenshot: 'M8 2.5h8v5H8zM8 9.5h8v5H8zM8 16.5h8v5H8zM12 7.5v2M12 14.5v2',
  mosaic: 'M4 4h5v5H4zM14 4h5v5h-5zM9 9h5v5H9zM4 14h5v5H4zM14 14h5v5h-5z',
  color_palette:
    'M12 3.5a8.5 8.5 0 1 0 0 17c1.6 0 1.8-1.3 1.2-2.2-.7-1.2 0-2.6 1.5-2.6h2.1c2 0 3.7-1.5 3.7-3.7 0-4.7-3.8-8.5-8.5-8.5zM8 11h.01M11 7.5h.01M15.5 8h.01',
  gif_maker: 'M4 5h16v14H4zM10.5 9v6l5-3zM4 8.5h2M4 15.5h2M18 8.5h2M18 15.5h2',
  photo: 'M4 6h16v13H4zM4 16l5-5 4 4 3-3 4 4M9 9.5h.01',
  puzzle: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z',
  flask:
    'M9.5 3.5h5M10.5 3.5v6l-5.5 9.5c-.4.8.1 1.5 1 1.5h12c.9 0 1.4-.7 1-1.5L13.5 9.5v-6M7.5 15h9',
} as const;
export type Glyph = keyof typeof glyphs;

/** An icon of our own: a drawing on a coloured square. PNG. */
export const drawIcon = (glyph: Glyph, hue: number): Promise<Buffer> => {
  const { width, height } = ICON;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="-7 -7 38 38">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue},72%,62%)"/><stop offset="1" stop-color="hsl(${hue + 28},68%,46%)"/>
    </linearGradient></defs>
    <rect x="-7" y="-7" width="38" height="38" fill="url(#g)"/>
    <path d="${glyphs[glyph]}" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};
