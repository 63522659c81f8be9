import { isDuplicate } from '../base/errors.ts';
import { repository, type Stored } from '../base/repository.ts';
import { printOrders, type StoredPrintOrder } from './records.ts';

/**
 * Which address an express number goes to. Its `_id` is the number, so two parcels that take it at once meet here,
 * whoever sends them; several print orders of one address may share a parcel.
 */
export interface ExpressNumber extends Stored {
  addressKey: string;
}

const numbers = repository<ExpressNumber>('expressNumbers');

/** Long enough for whoever claims a number to write it on his print order. */
const CLAIM_MS = 60_000;

const isUsed = async (no: string) => (await printOrders.count({ expressNo: no })) > 0;

/**
 * A claim that came to nothing, because the print order had changed meanwhile, lapses by itself. Whoever
 * loses a round to another claim looks again: only a claim of another address refuses.
 * @returns whether the number is this address's now
 */
export const claimExpressNo = async (
  no: string,
  { addressKey }: Pick<StoredPrintOrder, 'addressKey'>,
): Promise<boolean> => {
  for (;;) {
    try {
      await numbers.insert({ addressKey }, no);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    // The address's own parcels renew it side by side.
    if (await numbers.compareAndSet(no, { addressKey }, { addressKey })) return true;
    const claim = await numbers.get(no);
    if (!claim || claim.addressKey === addressKey) continue;
    const lapsed = Date.now() - claim.updateTime > CLAIM_MS && !(await isUsed(no));
    if (!lapsed) return false;
    if (await numbers.compareAndSet(no, { rev: claim.rev }, { addressKey })) return true;
  }
};

/** A number that nothing is sent under any more may be somebody else's at once. */
export const releaseExpressNo = async (no: string): Promise<void> => {
  if (no && !(await isUsed(no))) await numbers.remove(no);
};
