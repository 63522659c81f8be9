import type { ActionInput } from '#contract/index.ts';
import { addressOpenStatuses } from '#contract/printOrderStates.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { isKept } from '../_shared/base/secrets.ts';
import {
  type Address,
  addressFieldsOf,
  addressLine,
  openAddress,
} from '../_shared/prints/address.ts';
import { printGrams, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { changePrintOrder } from './changePrintOrder.ts';

const CHANGES_KEPT = 50;

/** Until production begins; afterwards the parcel may already be labelled. */
export const updateAddress = async (
  { address, rev }: ActionInput<'adminPrintOrder', 'updateAddress'>,
  context: AdminContext,
  seen: StoredPrintOrder,
): Promise<StoredPrintOrder> => {
  const { name: by } = await actorOf(context);
  const now = Date.now();
  return changePrintOrder(seen, { rev }, context, current => {
    if (!addressOpenStatuses.includes(current.status))
      throw stateNotAllowed(printOrderSentences.addressFixed);
    const phone = isKept(address.phone) ? openAddress(current).phone : address.phone;
    const fields = addressFieldsOf(current._id, { ...address, phone });
    const entry = {
      time: now,
      by,
      from: addressLine(current.address),
      to: addressLine(fields.address),
    };
    return {
      ...fields,
      addressChanges: [...current.addressChanges, entry].slice(-CHANGES_KEPT),
      grams: printGrams({ ...current, ...fields }),
    };
  });
};

/** Answered only after the audit row is stored. */
export const revealAddress = async (
  { id, reason }: ActionInput<'adminPrintOrder', 'revealAddress'>,
  context: AdminContext,
  seen: StoredPrintOrder,
): Promise<Address & { _id: string; userRemark: string }> => {
  const address = openAddress(seen);
  await audit({ by: await actorOf(context), resource: 'printOrder', resourceId: id, reason });
  return { _id: id, ...address, userRemark: seen.userRemark };
};
