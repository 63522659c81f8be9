import { LinearProgress } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { activationCodeActions, codeStatuses, MAX_EXPORT_PAGE } from '#contract/activationCode.ts';
import { dayOf } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { saveCsv } from '../../kit/base/saveFile.ts';
import type { BatchRecord } from './records.ts';

const t = (key: string) => `resources.activation-codes.${key}`;
const { reason } = activationCodeActions.exportBatch.input.shape;

/** Whole codes as a file for the printer, page by page; the reason is required and recorded. */
export const BatchExportDialog = ({
  batch,
  onClose,
}: {
  batch: BatchRecord;
  onClose: () => void;
}) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const [progress, setProgress] = useState<number | null>(null);
  const { id, name, batchNo, generated } = batch;

  const run = async (values: Record<string, unknown>) => {
    const head = translate(t('export.head')).split(',');
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
          reason: String(values['reason']),
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
      title={translate(t('export.title'), { name })}
      labels="activation-codes"
      facts={
        <>
          {translate(t('export.facts'), { count: generated.toLocaleString('zh-CN') })}
          {progress !== null && (
            <LinearProgress
              variant="determinate"
              value={progress * 100}
              aria-label={translate(t('export.action'))}
              sx={{ mt: 1 }}
            />
          )}
        </>
      }
      fields={{ reason }}
      submit={translate(t('export.action'))}
      done={count => translate(t('export.done'), { count })}
      onClose={onClose}
      run={run}
    >
      <ReasonInput suggestions={t('export.reasons')} />
    </ActionDialog>
  );
};
