import {
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
} from '@mui/material';
import { useRef, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import {
  type ActivationCode,
  activationCodeActions,
  codeStatuses,
} from '#contract/activationCode.ts';
import { ActionDialog, DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { OneLine, PageLink, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import {
  ActionsColumn,
  DataTable,
  StatusColumn,
  TextColumn,
  TimeColumn,
} from '../../kit/list/DataTable.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { ReferenceManyField, RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import type { CodeRecord } from './BatchFields.tsx';

const Column = DataTable.Col<ActivationCode>;

/** The codes of a batch, masked. */
export const BatchCodes = () => {
  return (
    <ReferenceManyField
      reference="activation-codes/codes"
      target="batchId"
      sort={{ field: 'serial', order: 'ASC' }}
      head={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
          <StatusTabs choices={codeStatuses} />
          <TailFilter />
        </Box>
      }
      card={<CodeCard />}
    >
      <Column sortByOrder="ASC" source="serial" align="right" />
      <Column source="codeMask" render={({ codeMask }) => <code>{codeMask}</code>} />
      <StatusColumn choices={codeStatuses} />
      <Column source="usedBy" field={CodeUserField} />
      <TimeColumn source="usedTime" sortByOrder="DESC" />
      <TextColumn source="disableReason" width={160} />
      <ActionsColumn
        rights={['activation-codes.write', 'activation-codes.reveal']}
        field={CodeActions}
      />
    </ReferenceManyField>
  );
};

/** Of a code that was searched for; its last four characters are among the addresses, the code is not. */
const TailFilter = () => {
  const t = useTexts('resources.activation-codes');
  const [tail, setTail] = useFilter('q', isText);
  return tail ? (
    <Chip label={t('tail', { tail })} onDelete={() => setTail(undefined)} sx={{ mx: 1.5 }} />
  ) : null;
};

const CodeUserField = () => {
  const usedBy = useRecordContext<CodeRecord>()?.usedBy;
  if (!usedBy) return null;
  return (
    <PageLink to={`/users/${usedBy.userId}`}>
      <OneLine text={usedBy.nickName || usedBy.userId} width={160} />
    </PageLink>
  );
};

const CodeCard = () => {
  const code = useRecord<ActivationCode>();
  return (
    <>
      <RelatedCard
        title={<code>{code.codeMask}</code>}
        value={<StatusLabel {...codeStatuses[code.status]} />}
        lines={[
          code.usedBy?.nickName,
          code.usedTime && <Time key="used" instant={code.usedTime} />,
          code.disableReason,
        ]}
      />
      <Box sx={{ textAlign: 'right', '& .MuiButton-root': { minHeight: 44 } }}>
        <CodeActions />
      </Box>
    </>
  );
};

/** Actions on a single code: show it, disable it, restore it. */
const CodeActions = () => {
  const t = useTexts('resources.activation-codes');
  const { invoke } = useDataProvider();
  const { id, codeMask, status } = useRecord<ActivationCode>();
  const of = (action: string) => ({
    'aria-label': t(`${action}.of`, { code: codeMask }),
    variant: 'text' as const,
    size: 'small' as const,
  });
  const change = (
    action: 'disableOne' | 'restore',
    run: (input: { reason: string }) => Promise<unknown>,
  ) => {
    const danger = action === 'disableOne';
    return (
      <DialogButton
        right="activation-codes.write"
        texts={`resources.activation-codes.${action}`}
        values={{ code: codeMask }}
        button={{ ...of(action), ...(danger && { color: 'error' }) }}
      >
        <ActionForm
          resource="activation-codes"
          fields={{ reason: activationCodeActions.restoreCode.input.shape.reason }}
          run={run}
          submit={<SubmitButton danger={danger} />}
        />
      </DialogButton>
    );
  };
  return (
    <Box sx={{ display: 'inline-flex', gap: 0.5 }}>
      <ActionButton
        {...of('reveal')}
        label={t('reveal.action')}
        right="activation-codes.reveal"
        dialog={<CodeRevealDialog />}
      />
      {status === 'unused' &&
        change('disableOne', input =>
          invoke('adminActivationCode', 'disableCodes', { ids: [id], expectCount: 1, ...input }),
        )}
      {status === 'disabled' &&
        change('restore', input => invoke('adminActivationCode', 'restoreCode', { id, ...input }))}
    </Box>
  );
};

/** The whole code, for as long as the dialog is open. */
const CodeRevealDialog = () => {
  const translate = useTranslate();
  const say = useTexts('resources.activation-codes.reveal');
  const onClose = useClose();
  const { id, codeMask } = useRecord<ActivationCode>();
  const { invoke } = useDataProvider();
  const [shown, setShown] = useState<string | null>(null);
  /** The answer replaces the question. */
  const answered = useRef(false);
  if (shown !== null) {
    return (
      <Dialog open onClose={onClose} aria-labelledby="revealed">
        <DialogTitle id="revealed">{say('shown')}</DialogTitle>
        <DialogContent>
          <Box component="code" sx={{ fontSize: '1.125rem' }}>
            {shown} <CopyText text={shown} name={translate('resources.activation-codes.code')} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <ActionDialog
      texts="resources.activation-codes.reveal"
      values={{ code: codeMask }}
      onClose={() => {
        if (!answered.current) onClose();
      }}
    >
      <ActionForm
        resource="activation-codes"
        fields={{ reason: activationCodeActions.revealCodes.input.shape.reason }}
        run={async input => {
          const { list } = await invoke('adminActivationCode', 'revealCodes', {
            ids: [id],
            ...input,
          });
          answered.current = true;
          return list[0]?.code ?? '';
        }}
        onDone={setShown}
      />
    </ActionDialog>
  );
};
