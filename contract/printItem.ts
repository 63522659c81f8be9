import type { Choice } from './action.ts';
import { printPaper } from './printSize.ts';
import { oneOf } from './states.ts';
import { z } from './zod.ts';

export const itemStatuses = {
  ok: { label: '正常', tone: 'success' },
  bad: { label: '待替换', tone: 'danger' },
  replaced: { label: '已替换', tone: 'info' },
} as const satisfies Record<string, Choice>;

/** The printed part of the photo, in fractions of its sides; the photo is first turned by `rotate` degrees. */
export const crop = z
  .strictObject({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    w: z.number().min(0.05).max(1),
    h: z.number().min(0.05).max(1),
    rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  })
  .refine(({ x, y, w, h }) => x + w <= 1.000_001 && y + h <= 1.000_001, '裁剪范围超出照片');
export type Crop = z.output<typeof crop>;

/** The size as it was when ordered. */
const sizeSnap = z
  .object({
    code: z.string().default(''),
    name: z.string().default(''),
    widthMm: z.int().default(0),
    heightMm: z.int().default(0),
    pixelWidth: z.int().default(0),
    pixelHeight: z.int().default(0),
    dpi: z.int().default(0),
    bleedMm: z.int().default(0),
  })
  .prefault({});
/** What a print order keeps of a size. */
export const sizeSnapOf = (size: z.output<typeof sizeSnap>) => sizeSnap.parse(size);

export const printItem = z.object({
  filePath: z.string(),
  sizeId: z.string(),
  sizeSnap,
  paper: printPaper,
  qty: z.int(),
  unitFen: z.int(),
  amountFen: z.int(),
  /** The version of the price line in effect; '' for the size's own price. */
  priceId: z.string().default(''),
  crop: z.object({
    x: z.number(),
    y: z.number(),
    w: z.number(),
    h: z.number(),
    rotate: z.number(),
  }),
  /** Resolution of the printed part; 0 where the photo's measures are unknown. */
  dpi: z.int().default(0),
  lowRes: z.boolean().default(false),
  itemStatus: oneOf(itemStatuses).default('ok'),
  /** In a reprint: the photo's place in the print order that it reprints. */
  originalIndex: z.int().optional(),
});
