import { Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { CodeBar } from './CodeBar.tsx';
import type { BatchRecord } from './records.ts';

const t = (key: string) => `resources.activation-codes.${key}`;
const { reason } = activationCodeActions.disableCodes.input.shape;

/** Disables all unused codes of a batch, provided their number is still the one shown. */
export const BatchDisableCodesDialog = ({
  batch,
  onClose,
}: {
  batch: BatchRecord;
  onClose: () => void;
}) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id: batchId, name } = batch;
  const { data, isError, refetch } = useQuery({
    queryKey: ['activation-codes', 'previewDisable', batchId],
    queryFn: () => invoke('adminActivationCode', 'previewDisable', { batchId }),
    gcTime: 0,
  });
  const count = (data?.affected ?? 0).toLocaleString('zh-CN');
  return (
    <ActionDialog
      danger
      title={translate(t('disable.title'), { name })}
      labels="activation-codes"
      facts={
        isError ? (
          <LoadFailure text={translate('app.failure.load')} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            {translate(t('disable.facts'), { count, used: data.counts.used })}
            <CodeBar counts={data.counts} />
          </>
        ) : (
          <Skeleton height={40} />
        )
      }
      fields={{ reason }}
      typed={count}
      submit={translate(t('disable.action'))}
      done={({ affected }: { affected: number }) =>
        translate(t('disable.done'), { count: affected })
      }
      onClose={onClose}
      run={async values => {
        if (!data) throw new Error(translate('app.failure.load'));
        try {
          return await invoke('adminActivationCode', 'disableCodes', {
            batchId,
            expectCount: data.affected,
            reason: String(values['reason']),
          });
        } catch (error) {
          void refetch();
          throw error;
        }
      }}
    >
      <ReasonInput suggestions={t('disable.reasons')} />
    </ActionDialog>
  );
};
