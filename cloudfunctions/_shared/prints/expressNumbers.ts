import { repository, type Stored } from '../base/repository.ts';
import { printOrders, type StoredPrintOrder, withExpressNo } from './records.ts';

/**
 * The address that an express number goes to. `_id` is the number, so concurrent claims of it conflict here; print
 * orders of one address may share a parcel.
 */
export interface ExpressNumber extends Stored {
  addressKey: string;
}

const numbers = repository<ExpressNumber>('expressNumbers');

/** Long enough to store the claimed number in the print order. */
const CLAIM_MS = 60_000;

const isUsed = async (no: string) => (await printOrders.count(withExpressNo([no]))) > 0;

/**
 * A claim that was not used, because the print order changed meanwhile, expires. A lost compare-and-set is retried;
 * only a claim for another address refuses.
 * @returns whether the number belongs to this address now
 */
export const claimExpressNo = async (
  no: string,
  { addressKey }: Pick<StoredPrintOrder, 'addressKey'>,
): Promise<boolean> => {
  for (;;) {
    if (await numbers.insertUnlessThere({ addressKey }, no)) return true;
    // Parcels of the same address renew the claim.
    if (await numbers.compareAndSet(no, { addressKey }, { addressKey })) return true;
    const claim = await numbers.get(no);
    if (!claim || claim.addressKey === addressKey) continue;
    const lapsed = Date.now() - claim.updateTime > CLAIM_MS && !(await isUsed(no));
    if (!lapsed) return false;
    if (await numbers.compareAndSet(no, { rev: claim.rev }, { addressKey })) return true;
  }
};

/** Releases a number that no print order uses any more. */
export const releaseExpressNo = async (no: string): Promise<void> => {
  if (no && !(await isUsed(no))) await numbers.remove(no);
};
