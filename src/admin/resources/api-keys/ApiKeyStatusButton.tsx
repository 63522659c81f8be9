import { useState } from 'react';
import { manualApiKeyTransitions } from '#contract/apiKey.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionButton, RunButton } from '../../kit/action/buttons.tsx';
import { useInvoke, useRecord, useTexts } from '../../kit/base/hooks.ts';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

/** Pauses or resumes, whichever is legal now. */
export const ApiKeyStatusButton = () => {
  const t = useTexts('resources.api-keys');
  const invoke = useInvoke();
  const { id, rev, name, status } = useRecord<ApiKeyRecord>();
  const [next] = manualApiKeyTransitions[status];
  const look = { variant: 'text', size: 'small' } as const;
  return next === 'active' ? (
    <RunButton
      {...look}
      label={t('resume.action')}
      aria-label={t('resume.of', { name })}
      run={() => invoke('adminApiKey', 'setApiKeyStatus', { id, status: 'active', rev })}
      done={t('resume.done')}
    />
  ) : (
    <ActionButton
      {...look}
      label={t('pause.action')}
      aria-label={t('pause.of', { name })}
      dialog={<PauseDialog />}
    />
  );
};

/** Pausing the last key of its pool needs a confirmation. */
const PauseDialog = () => {
  const t = useTexts('resources.api-keys.pause');
  const invoke = useInvoke();
  const [confirm, setConfirm] = useState(false);
  const { id, rev, name, runningCount } = useRecord<ApiKeyRecord>();
  return (
    <ActionDialog
      texts="resources.api-keys.pause"
      values={{ name }}
      facts={t(runningCount > 0 ? 'running' : 'idle', { count: runningCount })}
      submit={t(confirm ? 'anyway' : 'action')}
      danger={confirm}
      run={async () => {
        try {
          return await invoke('adminApiKey', 'setApiKeyStatus', {
            id,
            rev,
            status: 'paused',
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
