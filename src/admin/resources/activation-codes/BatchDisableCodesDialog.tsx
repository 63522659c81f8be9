import { Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { CodeBar } from './CodeBar.tsx';
import type { BatchRecord } from './records.ts';

const { reason } = activationCodeActions.disableCodes.input.shape;

/** Disables all unused codes of a batch, provided their number is still the one shown. */
export const BatchDisableCodesDialog = () => {
  const translate = useTranslate();
  const t = useTexts('resources.activation-codes.disable');
  const invoke = useInvoke();
  const { id: batchId, name } = useRecord<BatchRecord>();
  const { data, isError, refetch } = useQuery({
    queryKey: ['activation-codes', 'previewDisable', batchId],
    queryFn: () => invoke('adminActivationCode', 'previewDisable', { batchId }),
    gcTime: 0,
  });
  const count = (data?.affected ?? 0).toLocaleString('zh-CN');
  return (
    <ActionDialog
      danger
      texts="resources.activation-codes.disable"
      values={{ name }}
      facts={
        isError ? (
          <LoadFailure text={translate('app.failure.load')} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            {t('facts', { count, used: data.counts.used })}
            <CodeBar counts={data.counts} />
          </>
        ) : (
          <Skeleton height={40} />
        )
      }
      fields={{ reason }}
      typed={count}
      run={async input => {
        if (!data) throw new Error(translate('app.failure.load'));
        try {
          return await invoke('adminActivationCode', 'disableCodes', {
            batchId,
            expectCount: data.affected,
            ...input,
          });
        } catch (error) {
          void refetch();
          throw error;
        }
      }}
      done={({ affected }) => t('done', { count: affected })}
    >
      <ReasonInput />
    </ActionDialog>
  );
};
