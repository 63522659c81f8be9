import { _ } from '../../_shared/base/cloud.ts';
import type { StoredArchive } from '../../_shared/prints/archives.ts';
import { printOrders, type StoredPrintOrder } from '../../_shared/prints/records.ts';

const ORDER_PAGE = 100;

/** Pages of an archive's print orders in their order; those that no longer exist are left out. */
export async function* ordersOf({ orderIds }: StoredArchive): AsyncGenerator<StoredPrintOrder[]> {
  for (let at = 0; at < orderIds.length; at += ORDER_PAGE) {
    const ids = orderIds.slice(at, at + ORDER_PAGE);
    const found = await printOrders.find({ _id: _.in(ids) }, { limit: ids.length });
    const byId = new Map(found.map(order => [order._id, order]));
    yield ids.flatMap(id => byId.get(id) ?? []);
  }
}
