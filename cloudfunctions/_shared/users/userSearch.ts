import { readSearch } from '#contract/search.ts';
import { _ } from '../base/cloud.ts';
import type { Query } from '../base/repository.ts';
import { endsWith, holding, type Parts } from '../base/search.ts';
import { users } from './ledger.ts';

/** A user's id, openid or last digits of the phone, each with its own index, or part of a nickname. */
export const userSearch = async (typed?: string): Promise<Query> => {
  const { kind, value } = readSearch(typed);
  if (kind === 'id') return { _id: value };
  if (kind === 'openid') return { openid: value };
  // No more of a phone is stored in the clear.
  if (/^\d{4,11}$/.test(value)) return { phoneTail: value.slice(-4) };
  return holding(users, 'nickName', typed);
};

/** Where a search finds more users, only the records of the newest ones are found. */
const MOST_USERS = 50;

/** The records of the users that a search finds. */
export const ofUsers = async (typed: string): Promise<Query> => {
  const found = await users.find(await userSearch(typed), {
    sort: [['createTime', 'desc']],
    limit: MOST_USERS,
    fields: ['_id'],
  });
  return { userId: _.in(found.map(({ _id }) => _id)) };
};

/** Records that keep numbers among their terms, by one of these, by their own id, or by their user. */
export const searchWithUser = async (q: string | undefined): Promise<Parts> => {
  const { kind, value } = readSearch(q);
  if (value === '') return [{}];
  if (kind === 'id') return [{ userId: value }, { _id: value, userId: _.neq(value) }];
  if (kind === 'words' || kind === 'openid' || kind === 'phone') return [await ofUsers(value)];
  const numbered = endsWith(value);
  if (kind !== 'tail') return [numbered];
  return [numbered, { grams: _.neq(value), ...(await ofUsers(value)) }];
};
