import { createHash } from 'node:crypto';
import { placeOf, seal } from '#cloudfunctions/_shared/base/secrets.ts';
import { maskCode } from '#contract/codeText.ts';

/** What the contract's examples redeem: the fourth and the fifth code of `bat_0001`. */
export const exampleCodes = ['ABCD-EFGHJ-KMNPQ-RSTK', '0123-45678-9ABCD-EFGC'];

/** As codes are stored; sealed under `APP_KEK_…` of the environment. */
export const sealedDemoCode = (_id: string, code: string) => ({
  codeHash: createHash('sha256').update(`code ${code}`).digest('hex'),
  codeCipher: seal(code, placeOf('activationCodes', _id, 'code')),
  codeMask: maskCode(code),
  tail: code.slice(-4),
});
