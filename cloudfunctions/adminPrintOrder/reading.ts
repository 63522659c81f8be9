import type { ActionInput } from '#contract/index.ts';
import { printPapers } from '#contract/printPapers.ts';
import { _ } from '../_shared/base/cloud.ts';
import { addressesOf } from '../_shared/base/storage.ts';
import { printOrders } from '../_shared/prints/records.ts';

/** `P2611…-03-6寸-光面-x2.jpg`: sorts by order and photo, and names size, paper and quantity. */
const nameOf = (
  printNo: string,
  at: number,
  size: string,
  paper: string,
  qty: number,
  path: string,
) =>
  `${printNo}-${String(at + 1).padStart(2, '0')}-${size}-${paper}-x${qty}${path.slice(path.lastIndexOf('.'))}`;

export const getPrintFiles = async ({ ids }: ActionInput<'adminPrintOrder', 'getPrintFiles'>) => {
  const found = await printOrders.find({ _id: _.in(ids) }, { limit: ids.length });
  const orders = ids.flatMap(id => found.find(({ _id }) => _id === id) ?? []);
  const paths = [...new Set(orders.flatMap(({ items }) => items.map(({ filePath }) => filePath)))];
  const addresses = paths.length > 0 ? await addressesOf(paths) : new Map();
  const list = orders.flatMap(({ _id, printNo, items }) =>
    items.map(({ filePath, sizeSnap, paper, qty, crop }, itemIndex) => {
      const { name: sizeName, pixelWidth, pixelHeight } = sizeSnap;
      const label = printPapers[paper].label;
      return {
        _id,
        printNo,
        itemIndex,
        filePath,
        sizeName,
        paper,
        qty,
        crop,
        pixelWidth,
        pixelHeight,
        fileName: nameOf(printNo, itemIndex, sizeName, label, qty, filePath),
        ...((addresses.get(filePath) as { url: string; expireTime: number } | undefined) ?? {
          url: '',
          expireTime: 0,
        }),
      };
    }),
  );
  return { list };
};
