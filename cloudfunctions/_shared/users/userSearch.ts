import { readSearch } from '#contract/search.ts';
import type { Query } from '../base/repository.ts';
import { holds } from '../base/search.ts';

/** A user's id, openid or last digits of the phone, each with its own index, or part of a nickname. */
export const userSearch = (typed?: string): Query => {
  const { kind, value } = readSearch(typed);
  if (kind === 'id') return { _id: value };
  if (kind === 'openid') return { openid: value };
  if (kind === 'phone' || kind === 'tail') return { phoneTail: value.slice(-4) };
  return holds('nickName', typed);
};
