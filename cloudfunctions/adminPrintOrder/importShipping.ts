import { carrierNamed } from '#contract/carrierNames.ts';
import { type Carrier, guessCarriers } from '#contract/carriers.ts';
import type { ActionInput, ActionResult } from '#contract/index.ts';
import { plainId, plainNumber, plainText } from '#contract/pasted.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { shippingSentences } from '#contract/sentences/printOrders.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import {
  newBatchNo,
  printOrders,
  type StoredPrintOrder,
  withExpressNo,
} from '../_shared/prints/records.ts';
import { numberProblem, ship } from './shipping.ts';

type Wish = ActionInput<'adminPrintOrder', 'importShipping'>;
type Result = ActionResult<'adminPrintOrder', 'importShipping'>['results'][number];

/** A row that may be shipped, or what is wrong with it. */
interface Row extends Result {
  order?: StoredPrintOrder;
  carrier?: Carrier;
}

const isId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/**
 * The print orders of the rows, by print number or id, and those that have the numbers already. Database round trips:
 * 1.
 */
export const loadImport = async ({ rows }: Wish) => {
  const of = (read: (text: string) => string, column: 'printNo' | 'expressNo') => [
    ...new Set(rows.map(row => read(row[column]))),
  ];
  const printNos = of(plainNumber, 'printNo').filter(isId);
  const ids = of(plainId, 'printNo').filter(isId);
  const numbers = of(plainNumber, 'expressNo');
  const options = { limit: rows.length };
  const [byNo, byId, taken] = await Promise.all([
    printOrders.find({ printNo: _.in(printNos) }, options),
    printOrders.find({ _id: _.in(ids) }, options),
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

const carrierOf = (name: string, no: string): Carrier | string => {
  if (plainText(name)) return carrierNamed(name) ?? shippingSentences.unknownCarrier;
  const guessed = guessCarriers(no);
  if (guessed.length === 1) return guessed[0] as Carrier;
  return guessed.length === 0
    ? shippingSentences.carrierNotGuessed
    : shippingSentences.severalCarriers;
};

/** The result of each row. Numbers and print orders are also compared with earlier rows. */
const examine = ({ rows, startProduction }: Wish, { orders, taken }: Loaded): Row[] => {
  const addresses = new Map(taken);
  const seen = new Map<string, number>();
  return rows.map((given, row): Row => {
    const expressNo = plainNumber(given.expressNo);
    const id = plainId(given.printNo);
    const order = orders.get(plainNumber(given.printNo)) ?? orders.get(id);
    const printNo = order?.printNo ?? id;
    const base = { row, printNo, _id: order?._id ?? '', expressNo, expressCompany: '' };
    const failed = (field: Row['field'], message: string): Row => {
      return { ...base, result: 'failed', message, field };
    };
    if (!order) return failed('printNo', shippingSentences.unknownPrintNo);
    const carrier = carrierOf(given.expressCompany ?? '', expressNo);
    const problem = numberProblem('other', expressNo);
    if (problem) return failed('expressNo', problem);
    if (!isCarrier(carrier)) return failed('expressCompany', carrier);
    const mismatch = numberProblem(carrier, expressNo);
    if (mismatch) return failed('expressNo', mismatch);
    const earlier = seen.get(order._id);
    if (earlier !== undefined) return failed('printNo', shippingSentences.repeatsRow(earlier + 1));
    seen.set(order._id, row);
    const known = { ...base, expressCompany: carrier };
    if (order.status === 'shipped' && order.expressNo === expressNo)
      return { ...known, result: 'unchanged' };
    if (order.status !== 'producing' && !(startProduction && order.status === 'confirmed'))
      return failed(
        'printNo',
        shippingSentences.notShippable(printOrderStatuses[order.status].label),
      );
    if ((addresses.get(expressNo) ?? order.addressKey) !== order.addressKey)
      return failed('expressNo', shippingSentences.numberTaken);
    addresses.set(expressNo, order.addressKey);
    return { ...known, result: 'ready', order, carrier };
  });
};

const isCarrier = (carrier: string): carrier is Carrier => carrierNamed(carrier) === carrier;

const send = async (row: Row, batch: string, context: AdminContext): Promise<Result> => {
  const { order, carrier, ...result } = row;
  if (!order || !carrier) return result;
  try {
    const batchNo = order.status === 'confirmed' ? batch : undefined;
    await ship(order, carrier, row.expressNo ?? '', order.rev, context, batchNo);
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
  const batch = newBatchNo(Date.now());
  if (!wish.dryRun)
    await inParallel(examined, async row => {
      results[row.row] = await send(row, batch, context);
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
