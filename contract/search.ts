import { isWellFormedCode, normaliseCode } from './codeText.ts';
import { plainId, plainNumber, plainPhone, plainText } from './pasted.ts';

/** `tail`: the last four digits of a number or a phone. `words`: part of a name. */
export type SearchKind =
  | 'openid'
  | 'id'
  | 'phone'
  | 'tail'
  | 'refundNo'
  | 'orderNo'
  | 'printNo'
  | 'taskNo'
  | 'code'
  | 'number'
  | 'words';

const forms: Partial<Record<SearchKind, RegExp>> = {
  tail: /^\d{4}$/,
  refundNo: /^RF\d{22}$/,
  orderNo: /^\d{20}$/,
  printNo: /^P\d{16}$/,
  taskNo: /^T\d{16}$/,
};
const kinds = Object.keys(forms) as SearchKind[];

/** A name may have digits and blanks too, so a number that is written with blanks or dashes is a long one. */
const isNumber = (number: string, text: string) =>
  /^[0-9A-Z]{4,64}$/.test(number) &&
  /\d{4}/.test(number) &&
  (number.length === text.length || number.replace(/\D/g, '').length >= 8);

/**
 * What is searched for, by its form, as typed, pasted or filled in. `value` is in the form in which it is stored; words
 * are as they were typed, '' if there are none.
 */
export const readSearch = (typed = ''): { kind: SearchKind; value: string } => {
  const text = plainText(typed);
  const id = plainId(typed);
  if (/^o[A-Za-z0-9_-]{27}$|^(anon|custom|deleted):[A-Za-z0-9_:-]+$/.test(id))
    return { kind: 'openid', value: id };
  if (/^(?:tpl|ord|usr|prt|cat|kw)_[A-Za-z0-9]+$|^(?=.*[a-f])[0-9a-f]{24}$/.test(id))
    return { kind: 'id', value: id };
  const phone = plainPhone(typed);
  if (/^1\d{10}$/.test(phone)) return { kind: 'phone', value: phone };
  const number = plainNumber(typed);
  const kind = kinds.find(name => forms[name]?.test(number));
  if (kind) return { kind, value: number };
  const code = normaliseCode(typed);
  if (isWellFormedCode(code)) return { kind: 'code', value: code };
  return isNumber(number, text)
    ? { kind: 'number', value: number }
    : { kind: 'words', value: text };
};
