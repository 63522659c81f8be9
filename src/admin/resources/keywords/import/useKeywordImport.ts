import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDataProvider } from '../../../kit/base/hooks.ts';
import type { KeywordLine } from './parseKeywords.ts';

/** Rows of one call: few enough for visible progress, enough to be quick; at most `MAX_BATCH_ROWS`. */
const ROWS = 200;

export type ImportMode = 'create' | 'upsert';
export type Outcome = {
  result: 'created' | 'updated' | 'skipped' | 'failed';
  message?: string | undefined;
};

/**
 * Sends keywords in several calls, one after the other, and keeps the results. A failed call stops the run; continuing
 * sends it again, which changes nothing twice.
 */
export const useKeywordImport = () => {
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<KeywordLine, Outcome>>(new Map());
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState('');
  const stopped = useRef(false);

  const run = async (keywords: readonly KeywordLine[], mode: ImportMode) => {
    const action = mode === 'create' ? 'batchCreateKeywords' : 'batchUpsertKeywords';
    stopped.current = false;
    setFailure('');
    setRunning(true);
    try {
      for (let at = 0; at < keywords.length && !stopped.current; at += ROWS) {
        const some = keywords.slice(at, at + ROWS);
        const { results } = await invoke('keyword', action, {
          keywords: some.map(({ fields }) => fields),
        });
        setOutcomes(before => {
          const after = new Map(before);
          for (const { row, result, message } of results) {
            const keyword = some[row];
            if (keyword) after.set(keyword, { result, message });
          }
          return after;
        });
      }
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setRunning(false);
      void queryClient.invalidateQueries({ queryKey: ['keywords', 'getList'] });
    }
  };
  return {
    outcomes,
    running,
    failure,
    run,
    stop: () => {
      stopped.current = true;
    },
    forget: () => {
      setOutcomes(new Map());
      setFailure('');
    },
  };
};
