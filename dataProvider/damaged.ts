import type { RaRecord } from 'react-admin';

/** A stored record that breaks its contract: its id and broken fields in a list, its sound fields when opened. */
export interface Damaged extends RaRecord {
  damaged: string[];
}

export const isDamaged = (record: object | undefined | null): record is Damaged =>
  Array.isArray((record as Partial<Damaged> | null | undefined)?.damaged);

/** The form in lists, without the record's fields. A page must load the record itself. */
export const isOnlyMark = (record: RaRecord): boolean =>
  isDamaged(record) && record['rev'] === undefined;
