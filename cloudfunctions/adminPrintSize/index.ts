import { openPrintStatuses } from '#contract/printOrder.ts';
import {
  leastPixels,
  printPixels,
  type PrintSize,
  printSizeDefaults,
  printSizeActions,
} from '#contract/printSize.ts';
import { _ } from '../_shared/cloud.ts';
import { crud, referenced } from '../_shared/crud.ts';
import { defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { invalid } from '../_shared/errors.ts';
import { laidOver } from '../_shared/fileUse.ts';
import { packagePrices, printOrders } from '../_shared/prints/records.ts';
import { sorting } from '../_shared/sorting.ts';

const sizes = crud<PrintSize>({
  collection: 'printSizes',
  resource: 'printSize',
  defaultSort: [
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  stateField: 'status',
  states: ['enabled', 'disabled'],
  unique: { code: '已有相同代号的尺寸' },
});
const { records } = sizes;

type Measures = Pick<
  PrintSize,
  'widthMm' | 'heightMm' | 'dpi' | 'minPixelWidth' | 'minPixelHeight' | 'papers'
>;

/** Pixels are computed from the measures. @throws 40001 if the minimum exceeds the pixels of the print */
const derived = (size: Measures) => {
  const pixels = printPixels(size.widthMm, size.heightMm, size.dpi);
  const tooMany = (['Width', 'Height'] as const).filter(
    side => size[`minPixel${side}`] > pixels[`pixel${side}`],
  );
  if (tooMany.length > 0)
    throw invalid(
      Object.fromEntries(tooMany.map(side => [`minPixel${side}`, '不能大于成品的像素'])),
    );
  return { ...pixels, papers: [...new Set(size.papers)] };
};

const measures = [
  'widthMm',
  'heightMm',
  'dpi',
  'minPixelWidth',
  'minPixelHeight',
  'papers',
] as const;

export const main = defineFunction('adminPrintSize', printSizeActions, {
  getPrintSizes: request => sizes.list(request),

  getPrintSizeById: ({ id }) => records.require(id),

  createPrintSize: ({ idemKey, ...fields }, context) => {
    const least = leastPixels(fields.widthMm, fields.heightMm);
    const complete = laidOver({ ...printSizeDefaults, ...least }, fields) as typeof fields &
      typeof printSizeDefaults;
    return sizes.create({ ...complete, ...derived(complete) }, context, idemKey);
  },

  updatePrintSize: withLoad(
    ({ _id }) => records.get(_id),
    ({ _id, rev, ...fields }, context, before) => {
      const touched = before && measures.some(field => fields[field] !== undefined);
      const pixels = touched ? derived(laidOver(before, fields) as Measures) : {};
      return sizes.update(_id, rev, { ...fields, ...pixels }, context, before);
    },
  ),

  deletePrintSize: withLoad(
    ({ id }) =>
      Promise.all([
        records.get(id),
        packagePrices.count({ sizeId: id, isLatest: true }),
        printOrders.count({ sizeIds: id, status: _.in([...openPrintStatuses]) }),
      ]),
    ({ id, rev }, context, [before, prices, open]) => {
      if (before && prices > 0)
        throw referenced(`还有 ${prices} 条价格使用该尺寸，请先删除它们`, {
          resource: 'packagePrices',
          count: prices,
        });
      if (before && open > 0)
        throw referenced(`还有 ${open} 个未完成的冲印订单使用该尺寸，只能停用`, {
          resource: 'printOrders',
          count: open,
        });
      return sizes.remove(id, rev, context, before);
    },
  ),

  updatePrintSizeSort: sorting(records, 'printSize'),
});
