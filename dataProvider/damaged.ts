import type { RaRecord } from 'react-admin';

/** A stored record that breaks its contract: in a list only this much, opened by itself with what is sound of it. */
export interface Damaged extends RaRecord {
  damaged: string[];
}

export const isDamaged = (record: object | undefined | null): record is Damaged =>
  Array.isArray((record as Partial<Damaged> | null | undefined)?.damaged);

/** As a list has it: nothing of the record but its id. A page must wait for the record itself. */
export const isOnlyMark = (record: RaRecord): boolean =>
  isDamaged(record) && record['rev'] === undefined;
