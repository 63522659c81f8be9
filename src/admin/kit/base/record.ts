import { type Identifier, type RaRecord, useRecordContext } from 'react-admin';

/** A record of the contract as react-admin holds it. */
export type RecordOf<R extends { _id: string }> = Omit<R, '_id'> & { id: string };

/** The record of the row, the card or the page around. */
export const useRecord = <R extends RaRecord>(): R => {
  const record = useRecordContext<R>();
  if (!record) throw new Error('RecordContext is missing above');
  return record;
};

/** The address of an edit page; react-admin's own `:id` redirects to it (docs/specification.md#addresses). */
export const editPath = (resource: string, id: Identifier) =>
  `/${resource}/edit/${encodeURIComponent(id)}`;

/** Where an address without a page leads. */
export const NOT_FOUND = '/404';
