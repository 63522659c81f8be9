import { claimFieldsOf, type PrintClaim } from '#cloudfunctions/_shared/prints/claimCodes.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { normaliseCode } from '#contract/codeText.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';

/** The pick-up codes of unpaid print orders from the web; the contract's example names that of the one taken over. */
export const demoPrintClaims = (prints: StoredPrintOrder[], now: number): PrintClaim[] => {
  let isNamed = false;
  return prints
    .filter(({ status, source }) => status === 'pending' && source === 'web')
    .map(print => {
      const named = print.claim !== null && !isNamed;
      isNamed ||= named;
      const code = named ? normaliseCode(appPrintActions.claimPrintOrder.example.code) : undefined;
      const { claimCipher, row } = claimFieldsOf(print._id, print.orderId, code);
      if (!print.claim) print.claimCipher = claimCipher;
      return { ...row, rev: 1, createTime: print.createTime, updateTime: now };
    });
};
