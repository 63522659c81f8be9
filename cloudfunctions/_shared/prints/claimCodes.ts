import { createHash } from 'node:crypto';
import { normaliseCode } from '#contract/codeText.ts';
import { report } from '../base/log.ts';
import { repository, type Stored } from '../base/repository.ts';
import { placeOf, unseal } from '../base/secrets.ts';
import type { StoredPrintOrder } from './records.ts';

/**
 * The claim code of a print order from the web, which its link into the mini-program carries. It is looked up by its hash,
 * the id of a row of its own: unique, and readable in a transaction. The order keeps it sealed, because the link is made
 * again: derived from the key it would change when the key does, and in plain text a reader of the database could take
 * the order over.
 */
export interface PrintClaim extends Stored {
  orderId: string;
  printId: string;
  /** The link that WeChat has made, sealed, and where it leads. */
  link?: { cipher: string; to: string };
}
export const printClaims = repository<PrintClaim>('printClaims');

export const linkPlace = (claimId: string) => placeOf('printClaims', claimId, 'link');
export const claimPlace = (printId: string) => placeOf('printOrders', printId, 'claimCode');

/** No salt: a code has 85 random bits. */
export const claimIdOf = (typed: string) =>
  createHash('sha256')
    .update(`claim ${normaliseCode(typed)}`)
    .digest('hex');

/** Normalised; '' if there is none yet, or the key that sealed it is gone. */
export const openClaimCode = ({ _id, claimCipher }: StoredPrintOrder): string => {
  try {
    return claimCipher ? unseal(claimCipher, claimPlace(_id)) : '';
  } catch (error) {
    report('claim code not opened', error, _id);
    return '';
  }
};
