import { free, type Limits, ofBytes } from './limit.ts';

export const wecomLimits = {
  send: { msgtype: free, 'text.content': ofBytes(2_048) },
} as const satisfies Limits;
