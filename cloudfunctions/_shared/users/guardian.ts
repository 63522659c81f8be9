import { maskContact } from '#contract/personal.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { placeOf, seal, unseal } from '../base/secrets.ts';
import type { StoredUser } from './ledger.ts';

export interface Guardian {
  name: string;
  contact: string;
}

const place = (userId: string) => placeOf('users', userId, 'guardian');

/** They go with the account, with the consent, and with one that the user gives alone. */
export const noGuardian = { guardian: '', guardianCipher: '' };

/** Who has agreed for a user below fourteen: masked as support is shown it, and whole, encrypted. */
export const guardianFields = (userId: string, { name, contact }: Guardian) => ({
  guardian: userSentences.guardianMasked([...name][0] ?? '', maskContact(contact)),
  guardianCipher: seal(JSON.stringify({ name, contact }), place(userId)),
});

export const guardianOf = ({ _id, guardianCipher }: StoredUser): Guardian | null =>
  guardianCipher ? (JSON.parse(unseal(guardianCipher, place(_id))) as Guardian) : null;
