import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import type { KeywordLine } from './parseKeywords.ts';

/** Rows of one call: few enough for the bar to move, many enough to be quick; `MAX_BATCH_ROWS` at most. */
const ROWS = 200;

export type ImportMode = 'create' | 'upsert';
export type Outcome = {
  result: 'created' | 'updated' | 'skipped' | 'failed';
  message?: string | undefined;
};

/**
 * Sends keywords in several calls, one after the other, and keeps what became of each. A call that fails stops the
 * run; going on sends it again, which changes nothing twice.
 */
export const useKeywordImport = () => {
  const invoke = useInvoke();
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
