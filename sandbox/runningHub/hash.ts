import { createHash } from 'node:crypto';

/** A number that belongs to a text, 0 ≤ n < below. */
export const pick = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below;
