import type { ActionInput } from '#contract/index.ts';
import { openPrintStatuses, slaStatuses } from '#contract/printOrder.ts';
import { printPapers } from '#contract/printPapers.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { addressesOf } from '../_shared/base/storage.ts';
import { figuresOf } from '../_shared/counting/counters.ts';
import type { Figure } from '../_shared/counting/figures.ts';
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

const figuresFrom = (sums: Partial<Record<string, number>> = {}) => {
  const figure = (name: Figure) => sums[name] ?? 0;
  return {
    created: figure('createdPrints'),
    paid: figure('paidOrders_print'),
    shipped: figure('shippedPrints'),
    photos: figure('printPhotos'),
  };
};

/** One wait: the counters' documents, and counts of open print orders, which stay few. */
export const getPrintOrderStats = async ({ days }: { days: number }) => {
  const now = Date.now();
  const wanted = Array.from({ length: days }, (_day, at) => dayOf(now - (days - 1 - at) * DAY_MS));
  const running = slaStatuses.map(status => ({ status, slaTime: _.lte(now) }));
  const soon = slaStatuses.map(status => ({
    status,
    slaTime: _.gt(now).and(_.lte(now + DAY_MS)),
  }));
  const countAll = async (queries: Record<string, unknown>[]) =>
    (await Promise.all(queries.map(query => printOrders.count(query)))).reduce((a, b) => a + b, 0);
  const [sums, counts, overdue, dueSoon] = await Promise.all([
    figuresOf([...wanted, dayOf(now)]),
    Promise.all(openPrintStatuses.map(status => printOrders.count({ status }))),
    countAll(running),
    countAll(soon),
  ]);
  return {
    statuses: Object.fromEntries(openPrintStatuses.map((status, at) => [status, counts[at] ?? 0])),
    overdue,
    dueSoon,
    today: figuresFrom(sums.get(dayOf(now))),
    days: wanted.map(day => ({ day, ...figuresFrom(sums.get(day)) })),
  };
};
