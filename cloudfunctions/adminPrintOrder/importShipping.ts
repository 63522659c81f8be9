import {
  type Carrier,
  carrierNamed,
  guessCarriers,
  normaliseExpressNo,
} from '#contract/carriers.ts';
import type { ActionInput, ActionResult } from '#contract/index.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { shippingSentences } from '#contract/sentences/printOrders.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { printOrders, type StoredPrintOrder, withExpressNo } from '../_shared/prints/records.ts';
import { numberProblem, ship } from './shipping.ts';

type Wish = ActionInput<'adminPrintOrder', 'importShipping'>;
type Result = ActionResult<'adminPrintOrder', 'importShipping'>['results'][number];

/** A row that may be shipped, or what is wrong with it. */
interface Row extends Result {
  order?: StoredPrintOrder;
  carrier?: Carrier;
}

const plain = (text: string) => text.normalize('NFKC').trim();
const isId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** The print orders of the rows, by print number or id, and those that have the numbers already. One wait. */
export const loadImport = async ({ rows }: Wish) => {
  const names = [...new Set(rows.map(({ printNo }) => plain(printNo)).filter(isId))];
  const numbers = [...new Set(rows.map(({ expressNo }) => normaliseExpressNo(expressNo)))];
  const options = { limit: names.length || 1 };
  const [byNo, byId, taken] = await Promise.all([
    printOrders.find({ printNo: _.in(names) }, options),
    printOrders.find({ _id: _.in(names) }, options),
    printOrders.find(withExpressNo(numbers.filter(Boolean)), { limit: 1_000 }),
  ]);
  return {
    orders: new Map([
      ...byId.map(order => [order._id, order] as const),
      ...byNo.map(order => [order.printNo, order] as const),
    ]),
    taken: new Map(taken.map(({ expressNo, addressKey }) => [expressNo, addressKey])),
  };
};

type Loaded = Awaited<ReturnType<typeof loadImport>>;

const carrierOf = (name: string | undefined, no: string): Carrier | string => {
  const wanted = plain(name ?? '');
  if (wanted !== '') return carrierNamed(wanted) ?? shippingSentences.unknownCarrier;
  const guessed = guessCarriers(no);
  if (guessed.length === 1) return guessed[0] as Carrier;
  return guessed.length === 0
    ? shippingSentences.carrierNotGuessed
    : shippingSentences.severalCarriers;
};

/** The result of each row. Numbers and print orders are also compared with earlier rows. */
const examine = ({ rows }: Wish, { orders, taken }: Loaded): Row[] => {
  const addresses = new Map(taken);
  const seen = new Map<string, number>();
  return rows.map((given, row): Row => {
    const expressNo = normaliseExpressNo(given.expressNo);
    const printNo = plain(given.printNo);
    const order = orders.get(printNo);
    const base = { row, printNo, _id: order?._id ?? '', expressNo, expressCompany: '' };
    const failed = (message: string): Row => ({ ...base, result: 'failed', message });
    if (!order) return failed(shippingSentences.unknownPrintNo);
    const carrier = carrierOf(given.expressCompany, expressNo);
    const problem = numberProblem('other', expressNo);
    if (problem) return failed(problem);
    if (!isCarrier(carrier)) return failed(carrier);
    const mismatch = numberProblem(carrier, expressNo);
    if (mismatch) return failed(mismatch);
    const earlier = seen.get(order._id);
    if (earlier !== undefined) return failed(shippingSentences.repeatsRow(earlier + 1));
    seen.set(order._id, row);
    const known = { ...base, expressCompany: carrier };
    if (order.status === 'shipped' && order.expressNo === expressNo)
      return { ...known, result: 'unchanged' };
    if (order.status !== 'producing')
      return failed(shippingSentences.notShippable(printOrderStatuses[order.status].label));
    if ((addresses.get(expressNo) ?? order.addressKey) !== order.addressKey)
      return failed(shippingSentences.numberTaken);
    addresses.set(expressNo, order.addressKey);
    return { ...known, result: 'ready', order, carrier };
  });
};

const isCarrier = (carrier: string): carrier is Carrier => carrierNamed(carrier) === carrier;

const send = async (row: Row, context: AdminContext): Promise<Result> => {
  const { order, carrier, ...result } = row;
  if (!order || !carrier) return result;
  try {
    await ship(order, carrier, row.expressNo ?? '', order.rev, context);
    return { ...result, result: 'shipped' };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    const fields = (error.data as { fields?: Record<string, string> } | null)?.fields;
    return { ...result, result: 'failed', message: fields?.expressNo ?? error.message };
  }
};

export const importShipping = async (wish: Wish, context: AdminContext, loaded: Loaded) => {
  const examined = examine(wish, loaded);
  const results: Result[] = examined.map(({ order: _order, carrier: _carrier, ...row }) => row);
  if (!wish.dryRun)
    await inParallel(examined, async row => {
      results[row.row] = await send(row, context);
    });
  const number = (wanted: Result['result']) => results.filter(row => row.result === wanted).length;
  return {
    shipped: number('shipped'),
    unchanged: number('unchanged'),
    failed: number('failed'),
    dryRun: wish.dryRun ?? false,
    results,
  };
};
