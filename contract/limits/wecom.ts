import { free, type Limits, ofBytes } from './limit.ts';

export const wecomLimits = {
  send: { msgtype: free, 'text.content': ofBytes(2_048) },
} as const satisfies Limits;

/** RFC 5321; of the 256 of a path servers count three for what is around the address. */
export const mailLimits = {
  address: { localPart: ofBytes(64), whole: ofBytes(253) },
} as const satisfies Limits;
