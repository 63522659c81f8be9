import { type Theme, useMediaQuery } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type CompositionEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  type CreatePathParams,
  type RaRecord,
  useDataProvider as raUseDataProvider,
  useRecordContext,
  useResourceContext,
  useResourceDefinitions,
  useTranslate,
  useTranslateLabel,
} from 'react-admin';
import { useParams } from 'react-router-dom';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { equal } from '#dataProvider/sameValue.ts';

/** A record by the contract's type, or by react-admin's. */
export type AnyRecord = { _id: string } | RaRecord;

/** As react-admin holds it. */
export type RecordOf<R extends AnyRecord> = R extends { _id: string }
  ? Omit<R, '_id'> & { id: string }
  : R;

/** The record of the row, the card or the page around: `useRecord<Template>()`, by the contract's type. */
export const useRecord = <R extends AnyRecord = RaRecord>(): RecordOf<R> => {
  const record = useRecordContext<RecordOf<R>>();
  if (!record) throw new Error('RecordContext is missing above');
  return record;
};

/** react-admin's hook, with this product's addresses, to which its own redirect (docs/specification.md#addresses). */
export const useCreatePath = () => {
  const definitions = useResourceDefinitions();
  return useCallback(
    ({ resource = '', type, id = '' }: CreatePathParams): string => {
      if (type === 'list') return `/${resource}`;
      if (type === 'create') return `/${resource}/create`;
      if (type === 'edit') return `/${resource}/edit/${encodeURIComponent(id)}`;
      const below = definitions[resource]?.hasEdit ? '/show' : '';
      return type === 'show' ? `/${resource}/${encodeURIComponent(id)}${below}` : type;
    },
    [definitions],
  );
};

/** For what is no component. */
export type CreatePath = ReturnType<typeof useCreatePath>;

/**
 * react-admin's hook, typed: `invoke` calls an action by function and name. A dead session signs out, as with every
 * method of the data provider; every other error is thrown. What is read goes through TanStack Query's `useQuery`.
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

/** Narrower than any table. */
export const usePhone = () =>
  useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'), { noSsr: true });

/** Reads again what follows from a record, whenever the record has another version. */
export const useRereadOn = (version: number, read: () => unknown) => {
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current !== version) void read();
    seen.current = version;
  }, [version, read]);
};

/** A text once it has not changed for so many milliseconds, so that only what is typed in the end is asked for. */
export const useSettled = (text: string, ms: number): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
};

/** The value as it was while another one says the same, so that what depends on it need not be rendered again. */
export const useUnchanged = <T>(value: T): T => {
  const [kept, keep] = useState(value);
  if (kept === value || equal(kept, value)) return kept;
  keep(value);
  return value;
};

/** While an input method is composing, the content of an input is not final. */
export const useComposition = (onComposed: (text: string) => void) => {
  const composing = useRef(false);
  return {
    isComposing: () => composing.current,
    handlers: {
      onCompositionStart: () => {
        composing.current = true;
      },
      onCompositionEnd: (event: CompositionEvent<HTMLElement>) => {
        composing.current = false;
        onComposed((event.target as HTMLInputElement).value);
      },
    },
  };
};

interface Listed {
  data: RaRecord[];
}

/**
 * What the page of a record shows until the record itself is there: its row in a list that was read before, whatever
 * that list has asked for besides (`meta`; react-admin knows the rows of lists without one). `isPlaceholderData` of the
 * page's context says that what lists do not carry is still missing.
 */
export const useRow = (resource: string, id: RaRecord['id'] | undefined) => {
  const queryClient = useQueryClient();
  return (): RaRecord | undefined =>
    queryClient
      .getQueriesData<Listed>({ queryKey: [resource, 'getList'] })
      .flatMap(([, list]) => list?.data.filter(row => String(row.id) === String(id)) ?? [])
      .sort((one, other) => Number(other['rev']) - Number(one['rev']))[0];
};

/** The same for the record of the address. */
export const useRowOfPage = (given: { id?: RaRecord['id']; resource?: string }) => {
  const { id } = useParams();
  return useRow(useResourceContext(given) ?? '', given.id ?? id);
};

/** The fields of a resource by the names that people know them by, in one sentence. */
export const useFieldNames = (resource: string) => {
  const labelOf = useTranslateLabel();
  return (fields: readonly string[]) =>
    fields.map(source => String(labelOf({ source, resource }) ?? source)).join('、');
};
