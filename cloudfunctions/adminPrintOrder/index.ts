import { printOrderEntity } from '#contract/printOrder.ts';
import { printOrderActions } from '#contract/printOrderActions.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import { addRemark } from '../_shared/base/remarks.ts';
import {
  printOrders,
  printQuery,
  printSearch,
  type StoredPrintOrder,
} from '../_shared/prints/records.ts';
import { miniProgram } from '../_shared/weChat/miniProgram.ts';
import { revealAddress, updateAddress } from './address.ts';
import { movePrintOrder } from './changePrintOrder.ts';
import { holdPrintOrder } from './hold.ts';
import { importShipping, loadImport } from './importShipping.ts';
import { getPrintFiles } from './reading.ts';
import { createReprint } from './reprint.ts';
import { setShipping } from './shipping.ts';
import { batchUpdateStatus, loadBatch, moveTo } from './status.ts';

const list = listOf<StoredPrintOrder>(printOrderEntity);
const byId = ({ id }: { id: string }) => printOrders.get(id);

const notOnHold = () => stateNotAllowed(printOrderSentences.notOnHold);

export const main = defineFunction('adminPrintOrder', printOrderActions, {
  getPrintOrders: ({ q, filter, ...request }) =>
    list({ ...request, filter: printQuery(filter) }, printSearch(q)),

  getPrintOrderById: async ({ id }) => {
    const [print, program] = await Promise.all([printOrders.require(id), miniProgram()]);
    return { ...print, isMiniProgramSet: program !== null };
  },

  updatePrintOrderStatus: withLoad(
    ({ id }) => printOrders.get(id),
    ({ status, rev, reason }, context, seen) => {
      if (!seen) throw notFound();
      return moveTo(seen, status, { rev, reason }, context);
    },
  ),

  batchUpdateStatus: withLoad(loadBatch, batchUpdateStatus),

  holdPrintOrder: withLoad(byId, holdPrintOrder),

  resumePrintOrder: withLoad(
    ({ id }) => printOrders.get(id),
    ({ rev, reason }, context, seen) =>
      movePrintOrder(
        seen,
        'paid',
        { rev, reason: reason || printOrderSentences.resumedByAdmin },
        context,
        current => {
          // From every other state only a payment leads there.
          if (current.status !== 'on_hold') throw notOnHold();
          return {};
        },
      ),
  ),

  updateAddress: withLoad(byId, updateAddress),

  setShipping: withLoad(byId, setShipping),

  importShipping: withLoad(loadImport, importShipping),

  createReprint: withLoad(byId, createReprint),

  getPrintFiles,

  revealAddress: withLoad(byId, revealAddress),

  addPrintRemark: withLoad(
    ({ id }) => printOrders.get(id),
    ({ text }, context, seen) => {
      if (!seen) throw notFound();
      return addRemark(printOrders, seen, text, context, 'printOrder');
    },
  ),
});
