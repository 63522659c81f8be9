import { useCallback } from 'react';
import {
  type Identifier,
  type RaRecord,
  useDataProvider as raUseDataProvider,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';

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

/** The address of a record's page. */
export const showPath = (resource: string, id: Identifier) =>
  `/${resource}/${encodeURIComponent(id)}`;

/**
 * react-admin's hook, typed: `invoke` calls an action by function and name. A dead session signs out, as with every
 * method of the data provider; every other error is thrown.
 */
export const useDataProvider = () => raUseDataProvider<AdminDataProvider>();

/** The texts below one key, with the values they all take: `useTexts('resources.orders')('close.title')`. */
export const useTexts = (prefix: string, values?: object) => {
  const translate = useTranslate();
  return useCallback(
    (key: string, more?: object) => translate(`${prefix}.${key}`, { ...values, ...more }),
    [translate, prefix, values],
  );
};
