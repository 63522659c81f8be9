import { free, type Limits, ofBytes } from './limit.ts';

export const moderationLimits = {
  TextModeration: { Content: { max: 10_000, unit: 'characters' }, BizType: ofBytes(32) },
  ImageModeration: { FileContent: free, FileUrl: free, BizType: ofBytes(32) },
} as const satisfies Limits;
