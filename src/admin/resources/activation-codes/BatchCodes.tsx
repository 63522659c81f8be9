import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useRef, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { activationCodeActions, codeStatuses } from '#contract/activationCode.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
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
import { ReferenceManyField, RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import type { CodeRecord } from './records.ts';

const Column = DataTable.Col<CodeRecord>;

/** The codes of a batch, masked. */
export const BatchCodes = () => {
  return (
    <ReferenceManyField
      reference="activation-codes/codes"
      target="batchId"
      sort={{ field: 'serial', order: 'ASC' }}
      head={<StatusTabs choices={codeStatuses} />}
      card={<CodeCard />}
    >
      <Column sortByOrder="ASC" source="serial" align="right" />
      <Column source="codeMask" render={({ codeMask }) => <code>{codeMask}</code>} />
      <StatusColumn cellClassName="nowrap" choices={codeStatuses} />
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
  const code = useRecord<CodeRecord>();
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
  const code = useRecord<CodeRecord>();
  const of = (action: string) => ({
    label: t(`${action}.action`),
    'aria-label': t(`${action}.of`, { code: code.codeMask }),
    variant: 'text' as const,
    size: 'small' as const,
  });
  return (
    <Box sx={{ display: 'inline-flex', gap: 0.5 }}>
      <ActionButton
        {...of('reveal')}
        right="activation-codes.reveal"
        dialog={<CodeRevealDialog />}
      />
      {code.status === 'unused' && (
        <ActionButton
          {...of('disableOne')}
          right="activation-codes.write"
          color="error"
          dialog={<CodeDialog action="disableOne" />}
        />
      )}
      {code.status === 'disabled' && (
        <ActionButton
          {...of('restore')}
          right="activation-codes.write"
          dialog={<CodeDialog action="restore" />}
        />
      )}
    </Box>
  );
};

const CodeDialog = ({ action }: { action: 'disableOne' | 'restore' }) => {
  const { invoke } = useDataProvider();
  const { id, codeMask } = useRecord<CodeRecord>();
  return (
    <ActionDialog texts={`resources.activation-codes.${action}`} values={{ code: codeMask }}>
      <ActionForm
        resource="activation-codes"
        fields={{ reason: activationCodeActions.restoreCode.input.shape.reason }}
        run={(input): Promise<unknown> =>
          action === 'restore'
            ? invoke('adminActivationCode', 'restoreCode', { id, ...input })
            : invoke('adminActivationCode', 'disableCodes', { ids: [id], expectCount: 1, ...input })
        }
        submit={<SubmitButton danger={action === 'disableOne'} />}
      />
    </ActionDialog>
  );
};

/** The whole code, for as long as the dialog is open. */
const CodeRevealDialog = () => {
  const translate = useTranslate();
  const say = useTexts('resources.activation-codes.reveal');
  const onClose = useClose();
  const { id, codeMask } = useRecord<CodeRecord>();
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
