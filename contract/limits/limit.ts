import { bytes, cutText } from '../cut.ts';

/**
 * What the services outside take of each field that we send, in their units: one file for each service, by call and field
 * of its body (what is in an object or a list is named with its path). docs/cloud-limits.md#texts-sent-to-services names
 * the documents. The stand-ins in `sandbox/` have read the same documents by themselves; `tests/functions/sweeps/limits.test.ts`
 * holds both against each other. The fields of subscribe messages are in `messageEvents.ts`.
 */
export interface Limit {
  max: number;
  /** Bytes of UTF-8, or characters; an emoji counts as two, because no document says that it is one. */
  unit: 'bytes' | 'characters';
  /** Only characters of up to three bytes: no emoji, no rare ideographs. */
  isBasic?: boolean;
}

/** The limits of one service, by call and field. */
export type Limits = Record<string, Record<string, Limit>>;

export const ofBytes = (max: number): Limit => ({ max, unit: 'bytes' });
export const ofCharacters = (max: number): Limit => ({ max, unit: 'characters' });
/** None is documented, or it has few values. */
export const free = ofBytes(Infinity);

const lengths = { bytes, characters: (text: string) => text.length };
const wide = /[\u{10000}-\u{10ffff}]/u;

/** Whether the text is short enough, and whether its characters are taken. */
export const isWithin = ({ max, unit }: Limit, text: string) => lengths[unit](text) <= max;
export const isTaken = ({ isBasic }: Limit, text: string) => !isBasic || !wide.test(text);

/** A text as the service takes it: without characters that it refuses, and no longer than it may be. */
export const fit = (limit: Limit, text: string): string => {
  const taken = isTaken(limit, text)
    ? text
    : Array.from(new Intl.Segmenter().segment(text), ({ segment }) =>
        isTaken(limit, segment) ? segment : '',
      ).join('');
  return cutText(taken.trim(), limit.max, lengths[limit.unit]);
};
