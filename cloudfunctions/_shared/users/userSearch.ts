import type { Query } from '../base/repository.ts';
import { holds } from '../base/search.ts';

/**
 * Recognises the kind of search text: a user's id, openid or last digits of the phone, each with its own index, or a
 * nickname.
 */
export const userSearch = (typed = ''): Query => {
  if (/^usr_[A-Za-z0-9]+$|^[0-9a-f]{24}$/.test(typed)) return { _id: typed };
  if (/^o[A-Za-z0-9_-]{27}$|^(anon|custom|deleted):[A-Za-z0-9_:-]+$/.test(typed))
    return { openid: typed };
  if (/^1\d{10}$|^\d{4}$/.test(typed)) return { phoneTail: typed.slice(-4) };
  return holds('nickName', typed);
};
