import { showing, z } from './zod.ts';

const phone = /(?<!\d)((?:\+?86[ -]?)?1[3-9]\d)[ .-]?\d{4}[ .-]?(\d{4})(?!\d)/g;
const landline = /(?<!\d)(0\d{2,3})[ -]?\d{3,4}(\d{4})(?!\d)/g;
const abroad = /(\+(?!86)\d{1,3})[ -]?\d{2,4}[ -]?\d{0,4}[ -]?(\d{4})(?!\d)/g;
const email = /([\w.+-])[\w.+-]*@(?=\w)/g;

/** A text of a user's without the phone numbers and e-mail addresses in it: `138****5678`, `z****@example.com`. */
export const withoutContacts = (text: string): string =>
  text
    .replace(abroad, '$1****$2')
    .replace(phone, '$1****$2')
    .replace(landline, '$1****$2')
    .replace(email, '$1****@');

/** It may be a number, an account or a sentence: `zh****88`. */
export const maskContact = (text: string): string => {
  const all = [...text];
  return text && `${all.slice(0, 2).join('')}****${all.length > 6 ? all.slice(-2).join('') : ''}`;
};

/** What users wrote, as administrators are shown it; see `revealContact` and `revealAddress`. */
export const userText = showing('part', z.string().overwrite(withoutContacts));
export const userContact = showing('part', z.string().overwrite(maskContact));
