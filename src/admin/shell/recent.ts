import { useEffect } from 'react';
import { useGetOne, useGetRecordRepresentation, useStore, useStoreContext } from 'react-admin';
import { usePlaceOfPage } from './places.ts';

/** What is kept of a record: enough to find it again, and no more of a person than the name. */
export interface Recent {
  resource: string;
  id: string;
  label: string;
}

const KEY = 'palette.recent';
const MOST_RECENT = 8;
const none: Recent[] = [];

/** The records that were looked at last, of this administrator on this device; signing out forgets them. */
export const useRecent = (): Recent[] => useStore(KEY, none)[0];

/** Remembers the record of this page once it is there, and forgets one that is there no more. Never fetches itself. */
export const useRememberRecord = (): void => {
  const store = useStoreContext();
  const { resource = '', id } = usePlaceOfPage();
  const { data, error } = useGetOne(resource, { id: id ?? '' }, { enabled: false });
  const label: unknown = useGetRecordRepresentation(resource)(data);
  const name = data && typeof label === 'string' ? label : '';
  const isGone = error !== null;
  useEffect(() => {
    if (id === undefined || (name === '' && !isGone)) return;
    const seen = store.getItem(KEY, none) ?? none;
    const others = seen.filter(recent => recent.resource !== resource || recent.id !== id);
    const now = isGone ? others : [{ resource, id, label: name }, ...others];
    store.setItem(KEY, now.slice(0, MOST_RECENT));
  }, [store, resource, id, name, isGone]);
};
