import { openPrintStatuses } from '#contract/printOrderStates.ts';
import { leastPixels, printPixels, type PrintSize, printSizeEntity } from '#contract/printSize.ts';
import { printSizeSentences } from '#contract/sentences/printPrices.ts';
import { _ } from '../_shared/base/cloud.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { patched } from '../_shared/base/repository.ts';
import { packagePrices, printOrders } from '../_shared/prints/records.ts';

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
      Object.fromEntries(
        tooMany.map(side => [`minPixel${side}`, printSizeSentences.morePixelsThanPrint]),
      ),
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

const { handlers } = crud(printSizeEntity, {
  unique: { code: printSizeSentences.codeTaken },
  complete: (fields, before) => {
    if (before && !measures.some(field => fields[field] !== undefined)) return fields;
    const least = leastPixels(fields.widthMm ?? 0, fields.heightMm ?? 0);
    const complete = patched(before ?? { ...printSizeEntity.defaults, ...least }, fields);
    return { ...(before ? fields : complete), ...derived(complete as Measures) };
  },
  uses: async id => {
    const [prices, open] = await Promise.all([
      packagePrices.count({ sizeId: id, isLatest: true }),
      printOrders.count({ sizeIds: id, status: _.in([...openPrintStatuses]) }),
    ]);
    return [
      {
        resource: 'packagePrices',
        count: prices,
        message: printSizeSentences.usedByPrices(prices),
      },
      {
        resource: 'printOrders',
        count: open,
        message: printSizeSentences.usedByPrintOrders(open),
      },
    ];
  },
});

export const main = defineFunction('adminPrintSize', printSizeEntity.actions, handlers);
