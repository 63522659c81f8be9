import { useEffect, useRef, useState } from 'react';
import { type RaRecord, useDataProvider, useListContext, useRefresh } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { type BulkAct, type Refusal, runBulk } from './runBulk.ts';
import { useSelectionScope } from './SelectionScope.tsx';

export type BulkPhase = 'closed' | 'reading' | 'unreadable' | 'asking' | 'running' | 'finished';

interface Bulk {
  phase: BulkPhase;
  records: RaRecord[];
  done: number;
  refusals: Refusal[];
  /** While reading: the number to read. After a failure: the reason. */
  total: number | undefined;
  failure: string;
}

const closed: Bulk = {
  phase: 'closed',
  records: [],
  done: 0,
  refusals: [],
  total: 0,
  failure: '',
};

/** The steps of a bulk action: selection, confirmation, progress, result. */
export const useBulkAction = (act: BulkAct) => {
  const refresh = useRefresh();
  const { data = [], selectedIds, onUnselectItems } = useListContext<RaRecord>();
  const { isAll } = useSelectionScope();
  const readMatching = useMatchingRecords();
  const [bulk, setBulk] = useState(closed);
  /** The running action; a different or missing one means that it was cancelled. */
  const current = useRef(0);
  useEffect(() => () => void (current.current += 1), []);

  const begin = () => {
    current.current += 1;
    const mine = current.current;
    return () => current.current !== mine;
  };

  const open = async () => {
    const isCancelled = begin();
    if (!isAll) {
      const known = new Map(data.map(record => [record.id, record]));
      const records = selectedIds.map(id => known.get(id) ?? { id });
      setBulk({ ...closed, phase: 'asking', records });
      return;
    }
    setBulk({ ...closed, phase: 'reading' });
    try {
      const records = await readMatching({
        isCancelled,
        onProgress: (done, total) =>
          !isCancelled() && setBulk(before => ({ ...before, done, total })),
      });
      if (!isCancelled()) setBulk({ ...closed, phase: 'asking', records });
    } catch (error) {
      if (!isCancelled()) {
        setBulk({ ...closed, phase: 'unreadable', failure: (error as Error).message });
      }
    }
  };

  const run = async (records: RaRecord[]) => {
    const isCancelled = begin();
    setBulk({ ...closed, phase: 'running', records });
    await runBulk({
      records,
      act,
      isCancelled,
      onDone: (done, refusals) =>
        setBulk(before => ({
          ...before,
          done: before.done + done,
          refusals: [...before.refusals, ...refusals],
        })),
    });
    setBulk(before => (before.phase === 'running' ? { ...before, phase: 'finished' } : before));
  };

  return {
    ...bulk,
    open: () => void open(),
    confirm: () => void run(bulk.records),
    retry: () => void run(bulk.refusals.map(({ record }) => record)),
    /** Running calls finish; no new ones start. */
    cancel: () => void begin(),
    /** The list is read again only now: an emptied one would remove the results from the screen. */
    close: () => {
      begin();
      setBulk(closed);
      if (bulk.phase !== 'finished') return;
      onUnselectItems();
      refresh();
    },
  };
};

interface Progress {
  onProgress: (read: number, total: number | undefined) => void;
  isCancelled: () => boolean;
}

/**
 * Reads all records that match the list's filter, page by page, before anything is changed: changed records would move
 * between pages.
 */
const useMatchingRecords = () => {
  const dataProvider = useDataProvider();
  const { resource = '', sort, filter, filterValues } = useListContext<RaRecord>();
  return async ({ onProgress, isCancelled }: Progress): Promise<RaRecord[]> => {
    const found = new Map<RaRecord['id'], RaRecord>();
    for (let page = 1; !isCancelled(); page += 1) {
      const { data, total, pageInfo } = await dataProvider.getList<RaRecord>(resource, {
        pagination: { page, perPage: MAX_PAGE_SIZE },
        sort,
        filter: { ...(filterValues as object), ...(filter as object | undefined) },
      });
      for (const record of data) found.set(record.id, record);
      onProgress(found.size, total);
      if (!(pageInfo ? pageInfo.hasNextPage : page * MAX_PAGE_SIZE < (total ?? 0))) break;
    }
    return [...found.values()];
  };
};
