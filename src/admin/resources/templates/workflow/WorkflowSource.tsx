import { Alert, Button, MenuItem, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useGetList } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { plainText } from '#contract/pasted.ts';
import { workflowRefusals } from '#contract/sentences/workflows.ts';
import {
  MAX_WORKFLOW_BYTES,
  outlineOf,
  parseWorkflow,
  type WorkflowNode,
} from '#contract/workflow.ts';
import { fieldsOf, type WorkflowField } from '#contract/workflowFields.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useCan } from '../../../kit/base/CanAccess.tsx';
import { useDataProvider, useTexts } from '../../../kit/base/hooks.ts';
import { SideBySide } from '../../../kit/base/SideBySide.tsx';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { TextSourceInput } from '../../../kit/import/TextSourceInput.tsx';
import type { ApiKeyRecord } from '../../api-keys/parts.ts';

export interface ReadWorkflow {
  nodes: WorkflowNode[];
  fields: WorkflowField[];
}

export interface WorkflowSourceProps {
  /** The number where it was fetched by one. */
  onRead: (workflow: ReadWorkflow, workflowId?: string) => void;
  takesFocus: boolean;
}

/** A workflow that is pasted, dropped or chosen as a file, or fetched by its number. */
export const WorkflowSource = ({ onRead, takesFocus }: WorkflowSourceProps) => {
  const t = useTexts('resources.templates.workflow');
  const can = useCan();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState('');
  const take = (source: string) => {
    const parsed = source.trim() === '' ? null : parseWorkflow(source);
    if (parsed && 'nodes' in parsed)
      return onRead({ nodes: outlineOf(parsed.nodes), fields: fieldsOf(parsed.nodes) });
    setText(source);
    return setRefusal(parsed?.refusal ?? '');
  };
  return (
    <>
      <TextSourceInput
        label={t('json')}
        placeholder={t('placeholder')}
        value={text}
        accept=".json,.txt,application/json"
        largest={{ bytes: MAX_WORKFLOW_BYTES, refusal: workflowRefusals.tooLarge }}
        minRows={4}
        autoFocus={takesFocus}
        onChange={take}
      />
      {refusal && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {refusal}
        </Alert>
      )}
      {can('api-keys.read') && (
        <>
          <Quiet small sx={{ mt: 2.5, fontWeight: 500 }}>
            {t('byNumber')}
          </Quiet>
          <WorkflowFetch onRead={onRead} />
        </>
      )}
    </>
  );
};

type Refusals = { workflowId?: string; apiKeyId?: string; other?: string };

/** Numbers are often copied with the address of their page. */
const numberIn = (text: string) => /\d{10,}/.exec(plainText(text))?.[0] ?? plainText(text);

const WorkflowFetch = ({ onRead }: Pick<WorkflowSourceProps, 'onRead'>) => {
  const t = useTexts('resources.templates.workflow');
  const { invoke } = useDataProvider();
  const [ofTemplate, pool] = useWatch({ name: ['workflowId', 'apiKeyPool'] }) as (
    | string
    | undefined
  )[];
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const [refusals, setRefusals] = useState<Refusals>({});
  const { data: keys, error } = useGetList<ApiKeyRecord>('api-keys', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'createTime', order: 'DESC' },
  });
  const usable = (keys ?? []).filter(({ status }) => status === 'active');
  const usual = usable.find(key => key.pool === pool) ?? usable[0];
  const apiKeyId = chosen ?? usual?.id ?? '';
  const workflowId = typed ?? ofTemplate ?? '';

  // An answer that comes after this has been closed, or after a paste, is not used.
  const { mutate, isPending } = useMutation({
    mutationFn: () => invoke('adminTemplate', 'importWorkflow', { workflowId, apiKeyId }),
  });
  const fetchIt = () => {
    if (isPending) return;
    const missing: Refusals = {
      ...(workflowId === '' && { workflowId: t('numberRequired') }),
      ...(apiKeyId === '' && { apiKeyId: t('keyRequired') }),
    };
    setRefusals(missing);
    if (Object.keys(missing).length > 0) return;
    mutate(undefined, {
      onSuccess: read => onRead(read, workflowId),
      onError: failure => {
        const errors: Refusals = (failure as Partial<ActionFailure>).body?.errors ?? {};
        const isBeside = errors.workflowId || errors.apiKeyId;
        setRefusals(isBeside ? errors : { other: failure.message });
      },
    });
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The form around would be saved.
    event.preventDefault();
    fetchIt();
  };
  const keyHelp = error?.message ?? (keys && usable.length === 0 ? t('noKeys') : undefined);
  return (
    <>
      <SideBySide columns={{ sm: 'minmax(0, 1fr) minmax(0, 1fr) auto' }} columnGap={2} rowGap={0}>
        <TextField
          label={t('number')}
          value={workflowId}
          error={Boolean(refusals.workflowId)}
          helperText={refusals.workflowId}
          onChange={({ target }) => setTyped(numberIn(target.value))}
          onKeyDown={onEnter}
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <TextField
          select
          label={t('key')}
          value={apiKeyId}
          error={Boolean(refusals.apiKeyId ?? error)}
          helperText={refusals.apiKeyId ?? keyHelp}
          onChange={({ target }) => setChosen(target.value)}
        >
          {usable.map(({ id, name, keyMask }) => (
            <MenuItem key={id} value={id}>
              {t('keyOption', { name, mask: keyMask })}
            </MenuItem>
          ))}
        </TextField>
        <Button
          variant="outlined"
          loading={isPending}
          onClick={fetchIt}
          sx={{ mt: { xs: 1, sm: 3.75 }, justifySelf: 'start' }}
        >
          {t('fetch')}
        </Button>
      </SideBySide>
      {refusals.other && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {refusals.other}
        </Alert>
      )}
    </>
  );
};
