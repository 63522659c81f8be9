import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { manualApiKeyTransitions } from '#contract/apiKey.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { RunButton } from '../../kit/action/RunButton.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

const t = (key: string) => `resources.api-keys.${key}`;

/** Pauses or resumes, whichever is legal now. */
export const ApiKeyStatusButton = ({ record }: { record: ApiKeyRecord }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const [asking, setAsking] = useState(false);
  const [next] = manualApiKeyTransitions[record.status];
  const { id, rev, name } = record;
  if (next === 'active') {
    return (
      <RunButton
        variant="text"
        size="small"
        label={translate(t('resume.action'))}
        aria-label={translate(t('resume.of'), { name })}
        run={() => invoke('adminApiKey', 'setApiKeyStatus', { id, status: 'active', rev })}
        done={t('resume.done')}
      />
    );
  }
  return (
    <>
      <Button
        size="small"
        onClick={() => setAsking(true)}
        aria-label={translate(t('pause.of'), { name })}
      >
        {translate(t('pause.action'))}
      </Button>
      {asking && <PauseDialog record={record} onClose={() => setAsking(false)} />}
    </>
  );
};

/** Pausing the last key of its pool needs a confirmation. */
const PauseDialog = ({ record, onClose }: { record: ApiKeyRecord; onClose: () => void }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const [confirm, setConfirm] = useState(false);
  const { id, rev, name, runningCount } = record;
  return (
    <ActionDialog
      title={translate(t('pause.title'), { name })}
      facts={translate(t(runningCount > 0 ? 'pause.running' : 'pause.idle'), {
        count: runningCount,
      })}
      submit={translate(t(confirm ? 'pause.anyway' : 'pause.action'))}
      danger={confirm}
      done={t('pause.done')}
      onClose={onClose}
      run={async () => {
        try {
          return await invoke('adminApiKey', 'setApiKeyStatus', {
            id,
            rev,
            status: 'paused' as const,
            ...(confirm && { confirm }),
          });
        } catch (error) {
          const { data } = (error as Partial<ActionFailure>).body ?? {};
          if ((data as { needsConfirm?: boolean } | null)?.needsConfirm) setConfirm(true);
          throw error;
        }
      }}
    />
  );
};
