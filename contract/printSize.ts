import { enabledStatus, enabledStatuses } from './enabledStatuses.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { printPapers } from './printPapers.ts';
import { oneOf } from './states.ts';
import { labelled, pasted, z } from './zod.ts';

export const printPaper = oneOf(printPapers);

/** Below this a print looks soft at arm's length; the default for a new size. */
const LEAST_DPI = 180;
export const MM_PER_INCH = 25.4;

const pixelsOf = (mm: number, dpi: number): number => Math.round((mm / MM_PER_INCH) * dpi);

/** Values that follow from the paper's measures. */
export const printPixels = (widthMm: number, heightMm: number, dpi: number) => ({
  pixelWidth: pixelsOf(widthMm, dpi),
  pixelHeight: pixelsOf(heightMm, dpi),
});
export const leastPixels = (widthMm: number, heightMm: number) => ({
  minPixelWidth: pixelsOf(widthMm, LEAST_DPI),
  minPixelHeight: pixelsOf(heightMm, LEAST_DPI),
});

const MAX_MM = 2_000;
const MAX_LEAST_PIXELS = 50_000;

export const printSizeEntity = entity({
  kind: 'printSize',
  name: '照片尺寸',
  function: 'adminPrintSize',
  collection: 'printSizes',
  fields: {
    /** The trade's name: `6R`, `A4`. Unique. */
    code: field.code(
      '代号',
      pasted().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$/, '以字母或数字开头，最多 16 个字符'),
    ),
    name: field.line('名称', 20),
    widthMm: field.int('宽（毫米）', 20, MAX_MM),
    heightMm: field.int('高（毫米）', 20, MAX_MM),
    dpi: field.int('输出分辨率（dpi）', 72, 1_200).default(300),
    /** Photos with fewer pixels are flagged, not refused. */
    minPixelWidth: field.int('最低像素（宽）', 0, MAX_LEAST_PIXELS).default(0),
    minPixelHeight: field.int('最低像素（高）', 0, MAX_LEAST_PIXELS).default(0),
    /** Printed beyond the edge and cut off. */
    bleedMm: field.int('出血（毫米）', 0, 20).default(3),
    papers: field.choices('相纸', printPapers, 1).default(['glossy']),
    /** Price of one print where no price line is in effect; 0: not sold without one. */
    basePriceFen: field.money('单张价格').default(0),
    sort: field.sort(),
    status: field.choice('状态', enabledStatuses).initial('enabled'),
  },
  also: {
    /** At `dpi`; computed. */
    pixelWidth: labelled('像素宽', z.int()),
    pixelHeight: labelled('像素高', z.int()),
  },
  filter: { status: enabledStatus },
  states: enabledStatuses,
  sorts: ['sort', 'createTime'],
  unique: ['code'],
  actions: {
    list: {
      name: 'getPrintSizes',
      example: { page: 1, pageSize: 100, sort: { field: 'sort', order: 'desc' } },
    },
    get: { name: 'getPrintSizeById', id: 'id', example: { id: 'size_0001' } },
    create: {
      name: 'createPrintSize',
      example: { code: '12R', name: '12寸', widthMm: 254, heightMm: 305, basePriceFen: 1_500 },
    },
    update: {
      name: 'updatePrintSize',
      id: '_id',
      example: { _id: 'size_0002', rev: 1, bleedMm: 4 },
    },
    /** Refused with 40904 while a price line or an open print order names it. */
    delete: { name: 'deletePrintSize', id: 'id', example: { id: 'size_0007' } },
  },
});
export type PrintSize = RecordOf<typeof printSizeEntity>;
