import {
  action,
  byId,
  type Choice,
  createInput,
  deleted,
  unsearchedListInput,
  listOutput,
  updateInput,
} from './action.ts';
import { enabledStatus } from './category.ts';
import { sorted, sortItems } from './sorting.ts';
import { keysOf } from './states.ts';
import { author, fen, id, line, recordFields, rev, z } from './zod.ts';

export const printPapers = {
  glossy: { label: '光面', tone: 'info' },
  matte: { label: '绒面', tone: 'neutral' },
  silk: { label: '绸面', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type PrintPaper = keyof typeof printPapers;
export const printPaper = z.enum(keysOf(printPapers));

/** Below this a print looks soft at arm's length; the default for a new size. */
const LEAST_DPI = 180;
const MM_PER_INCH = 25.4;

export const pixelsOf = (mm: number, dpi: number): number => Math.round((mm / MM_PER_INCH) * dpi);

/** Values that follow from the paper's measures. */
export const printPixels = (widthMm: number, heightMm: number, dpi: number) => ({
  pixelWidth: pixelsOf(widthMm, dpi),
  pixelHeight: pixelsOf(heightMm, dpi),
  ratio: Math.round((widthMm / heightMm) * 10_000) / 10_000,
});
export const leastPixels = (widthMm: number, heightMm: number) => ({
  minPixelWidth: pixelsOf(widthMm, LEAST_DPI),
  minPixelHeight: pixelsOf(heightMm, LEAST_DPI),
});

const mm = z.int().min(20).max(2_000);
const leastPixel = z.int().min(0).max(50_000);

export const printSizeFields = {
  /** The trade's name: `6R`, `A4`. Unique. */
  code: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$/, '以字母或数字开头，最多 16 个字符'),
  name: line(20).min(1),
  widthMm: mm,
  heightMm: mm,
  dpi: z.int().min(72).max(1_200),
  /** Photos with fewer pixels are flagged, not refused. */
  minPixelWidth: leastPixel,
  minPixelHeight: leastPixel,
  /** Printed beyond the edge and cut off. */
  bleedMm: z.int().min(0).max(20),
  papers: z.array(printPaper).min(1).max(Object.keys(printPapers).length),
  /** Price of one print where no price line is in effect; 0: not sold without one. */
  basePriceFen: fen,
  sort: z.int().min(-1_000_000).max(1_000_000),
  status: enabledStatus,
};
export const printSizeDefaults = {
  dpi: 300,
  minPixelWidth: 0,
  minPixelHeight: 0,
  bleedMm: 3,
  papers: ['glossy' as const],
  basePriceFen: 0,
  sort: 0,
  status: 'enabled' as const,
};

export const printSize = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  widthMm: z.int(),
  heightMm: z.int(),
  dpi: z.int().default(300),
  /** At `dpi`; computed. */
  pixelWidth: z.int(),
  pixelHeight: z.int(),
  ratio: z.number().default(1),
  minPixelWidth: z.int().default(0),
  minPixelHeight: z.int().default(0),
  bleedMm: z.int().default(0),
  papers: z.array(printPaper).default(['glossy']),
  basePriceFen: z.int().default(0),
  sort: z.int().default(0),
  status: enabledStatus,
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type PrintSize = z.output<typeof printSize>;

export const printSizeFilter = { ids: z.array(id).max(100), status: enabledStatus };
export const printSizeSorts = ['sort', 'createTime'] as const;

export const printSizeActions = {
  getPrintSizes: action({
    access: 'admin',
    effect: 'read',
    input: unsearchedListInput(printSizeFilter, printSizeSorts),
    output: listOutput(printSize),
    example: { page: 1, pageSize: 100, sort: { field: 'sort', order: 'desc' } },
  }),
  getPrintSizeById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: printSize,
    example: { id: 'size_0001' },
  }),
  createPrintSize: action({
    access: 'admin',
    effect: 'write',
    input: createInput(printSizeFields, printSizeDefaults),
    output: printSize,
    example: { code: '12R', name: '12寸', widthMm: 254, heightMm: 305, basePriceFen: 1_500 },
  }),
  updatePrintSize: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(printSizeFields).extend({ _id: id, rev }),
    output: printSize,
    example: { _id: 'size_0002', rev: 1, bleedMm: 4 },
  }),
  /** Refused with 40904 while a price line or an open print order names it. */
  deletePrintSize: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'size_0007' },
  }),
  updatePrintSizeSort: action({
    access: 'admin',
    effect: 'write',
    input: sortItems,
    output: sorted,
    example: {
      items: [
        { _id: 'size_0001', sort: 60 },
        { _id: 'size_0002', sort: 70 },
      ],
    },
  }),
};
