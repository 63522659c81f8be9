import type { Defect } from './defect.ts';

const shippingTest = 'tests/functions/prints/shipping.test.ts';
const upload = 'cloudfunctions/_shared/shipping/upload.ts';
const logistics = 'cloudfunctions/_shared/shipping/logistics.ts';

/** Deliveries that WeChat knows, and parcels. */
export const shipping: Defect[] = [
  {
    says: 'An unanswered upload is sent again without asking.',
    file: upload,
    find: 'if (isUnsure) {',
    replace: 'if (false as boolean) {',
    caughtBy: shippingTest,
    title: 'asks WeChat before it sends again what was not answered and had its effect',
  },
  {
    says: 'The answer to an old number is noted for the corrected one.',
    file: upload,
    find: 'lease.write(claimed, {',
    replace: 'orders.compareAndSet(claimed._id, {}, {',
    caughtBy: shippingTest,
    title: 'stays due for a number that was corrected',
  },
  {
    says: 'Two runs upload the same delivery.',
    file: upload,
    find: 'if (!claimed) return;',
    replace: 'if (!claimed) return void (await upload(found, false));',
    caughtBy: shippingTest,
    title: 'tells WeChat once of a parcel',
  },
  {
    says: 'What was paid back is uploaded nevertheless.',
    file: 'cloudfunctions/_shared/refunds/settle.ts',
    find: 'ends && isNotUploaded(order) &&',
    replace: 'false &&',
    caughtBy: shippingTest,
    title: 'is over when everything is paid back',
  },
  {
    says: 'A corrected number is not uploaded.',
    file: 'cloudfunctions/adminPrintOrder/shipping.ts',
    find: 'if (!order || !patch.upload) return;',
    replace: "if (order?.upload.status !== 'none' || !patch.upload) return;",
    caughtBy: shippingTest,
    title: 'corrects a number once',
  },
  {
    says: 'The state of the parcel before is noted for the corrected number.',
    file: logistics,
    find: 'print.waybill?.no === print.expressNo ?',
    replace: 'print.waybill ?',
    caughtBy: shippingTest,
    title: 'is named anew after a correction',
  },
];
