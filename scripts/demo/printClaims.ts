import { randomCode } from '#cloudfunctions/_shared/base/randomCode.ts';
import { seal } from '#cloudfunctions/_shared/base/secrets.ts';
import {
  claimIdOf,
  claimPlace,
  type PrintClaim,
} from '#cloudfunctions/_shared/prints/claimCodes.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { normaliseCode } from '#contract/codeText.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';

/** What an earlier version stored with a print order from the web. */
export const claimFieldsOf = (printId: string, orderId: string, code = randomCode()) => ({
  claimCipher: seal(code, claimPlace(printId)),
  row: { _id: claimIdOf(code), orderId, printId },
});

/** The claim code of the contract's example, whose print order was taken over. */
export const demoPrintClaims = (prints: StoredPrintOrder[], now: number): PrintClaim[] =>
  prints
    .filter(({ status, claim }) => status === 'pending' && claim !== null)
    .slice(0, 1)
    .map(({ _id, orderId, createTime }) => {
      const code = normaliseCode(appPrintActions.claimPrintOrder.example.code);
      return { ...claimFieldsOf(_id, orderId, code).row, rev: 1, createTime, updateTime: now };
    });
