import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { type LedgerEntry, type User, userEntity, type UserUsage } from '#contract/user.ts';
import type { userOrder, userPrintOrder } from '#contract/userActions.ts';
import type { z } from '#contract/zod.ts';
import { _ } from '../_shared/base/cloud.ts';
import { listing, listOf, type ListRequest } from '../_shared/base/listing.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import type { StoredUserLog } from '../_shared/users/userLog.ts';
import { userSearch } from '../_shared/users/userSearch.ts';

const listUsers = listOf<User>(userEntity);
const ledger = listing<LedgerEntry>({ collection: 'creditLedger' });
const logs = listing<StoredUserLog>({ collection: 'userLogs' });
const orders = listing<Stored & z.output<typeof userOrder>>({ collection: 'orders' });
const printOrders = listing<Stored & z.output<typeof userPrintOrder>>({
  collection: 'printOrders',
});
const usage = repository<UserUsage & Stored>('userUsageDaily');

export const getUsers = async ({ q, ...request }: ListRequest) =>
  listUsers(request, await userSearch(q));

interface OfUser extends ListRequest {
  userId: string;
}

export const getUserLogs = ({ userId, ...request }: OfUser) => logs(request, { userId });
export const getCreditLedger = (request: ListRequest) => ledger(request);
export const getUserOrders = ({ userId, ...request }: OfUser) => orders(request, { userId });
export const getUserPrintOrders = ({ userId, ...request }: OfUser) =>
  printOrders(request, { userId });
export const getNotes = ({ id, ...request }: ListRequest & { id: string }) =>
  logs(request, { userId: id, type: 'note' });

const DEFAULT_DAYS = 30;
/** A year and a day; the platform returns at most a thousand rows. */
const MOST_DAYS = 366;

export const getUserUsage = async ({
  userId,
  from,
  to,
}: {
  userId: string;
  from?: string | undefined;
  to?: string | undefined;
}) => {
  const now = Date.now();
  const first = from ?? dayOf(now - (DEFAULT_DAYS - 1) * DAY_MS);
  const day = _.gte(first).and(_.lte(to ?? dayOf(now)));
  return {
    list: await usage.find({ userId, day }, { sort: [['day', 'desc']], limit: MOST_DAYS }),
  };
};
