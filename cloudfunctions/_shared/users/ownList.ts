import type { CollectionName } from '#contract/collections.ts';
import type { CallContext } from '../base/dispatcher.ts';
import { listing, type ListRequest } from '../base/listing.ts';
import type { Query, Stored } from '../base/repository.ts';
import { visitorSeen } from './visitorUser.ts';

/** By the account: a visitor who keeps the openid after deleting it sees the new one's. @param only these of them */
export const ownList = <R extends Stored>(collection: CollectionName, only: Query = {}) => {
  const list = listing<R>({ collection });
  return async (request: ListRequest, context: CallContext) => {
    const { _id: userId } = await visitorSeen(context);
    return userId === '' ? { list: [], total: 0 } : list(request, { ...only, userId });
  };
};
