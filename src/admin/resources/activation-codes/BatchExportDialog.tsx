import { LinearProgress } from '@mui/material';
import { useState } from 'react';
import { activationCodeActions, codeStatuses, MAX_EXPORT_PAGE } from '#contract/activationCode.ts';
import { dayOf } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { saveCsv } from '../../kit/base/saveFile.ts';
import type { BatchRecord } from './records.ts';

const { reason } = activationCodeActions.exportBatch.input.shape;

/** Whole codes as a file for the printer, page by page; the reason is required and recorded. */
export const BatchExportDialog = () => {
  const t = useTexts('resources.activation-codes.export');
  const invoke = useInvoke();
  const [progress, setProgress] = useState<number | null>(null);
  const { id, name, batchNo, generated } = useRecord<BatchRecord>();

  const run = async (input: { reason: string }) => {
    const head = t('head').split(',');
    const rows: (string | number)[][] = [];
    let after: number | null = 0;
    try {
      while (after !== null) {
        setProgress(rows.length / Math.max(1, generated));
        const page: {
          list: { serial: number; code: string; status: keyof typeof codeStatuses }[];
          next: number | null;
        } = await invoke('adminActivationCode', 'exportBatch', {
          id,
          after,
          pageSize: MAX_EXPORT_PAGE,
          ...input,
        });
        rows.push(
          ...page.list.map(({ serial, code, status }) => [
            serial,
            code,
            codeStatuses[status].label,
          ]),
        );
        after = page.next;
      }
    } finally {
      setProgress(null);
    }
    saveCsv([head, ...rows], `${batchNo}-${dayOf(Date.now())}.csv`);
    return rows.length;
  };

  return (
    <ActionDialog
      texts="resources.activation-codes.export"
      values={{ name }}
      facts={
        <>
          {t('facts', { count: generated.toLocaleString('zh-CN') })}
          {progress !== null && (
            <LinearProgress
              variant="determinate"
              value={progress * 100}
              aria-label={t('action')}
              sx={{ mt: 1 }}
            />
          )}
        </>
      }
      fields={{ reason }}
      done={count => t('done', { count })}
      run={run}
    >
      <ReasonInput />
    </ActionDialog>
  );
};
