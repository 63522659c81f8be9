import { randomBytes } from 'node:crypto';
import { CODE_RANDOM_LENGTH, codeFrom } from '#contract/codeText.ts';

/** From a cryptographic random source; 256 is a multiple of 32, so all characters are equally likely. */
export const randomCode = (): string =>
  codeFrom([...randomBytes(CODE_RANDOM_LENGTH)].map(byte => byte & 31));
