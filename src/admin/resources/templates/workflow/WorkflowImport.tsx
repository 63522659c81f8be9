import { Alert, Box, Button, Card, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { TemplateEngine } from '#contract/template.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import { outputsOf, type WorkflowNode } from '#contract/workflow.ts';
import { mappingProblems } from '#contract/workflowMapping.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { WorkflowFieldList } from './WorkflowFieldList.tsx';
import { useArrivingFocus } from './WorkflowFieldRow.tsx';
import { type ReadWorkflow, WorkflowSource } from './WorkflowSource.tsx';

export interface WorkflowImportProps {
  inputs: readonly TemplateInput[];
  onChange: (inputs: TemplateInput[]) => void;
}

/** Inputs from the nodes of a workflow, by clicks. The template remembers the outline of what was read last. */
export const WorkflowImport = ({ inputs, onChange }: WorkflowImportProps) => {
  const t = useTexts('resources.templates.workflow');
  const { setValue } = useFormContext();
  const { field: outline } = useController({ name: 'workflowNodes' });
  const engine = useWatch({ name: 'engine' }) as TemplateEngine;
  const [isOpen, setOpen] = useState(false);
  const [read, setRead] = useState<ReadWorkflow | null>(null);
  const [hasActed, setHasActed] = useState(false);
  const ids = { title: useId(), content: useId() };
  const known = ((outline.value ?? []) as WorkflowNode[]).length;
  if (engine === 'local') return null;

  const take = (workflow: ReadWorkflow, workflowId?: string) => {
    setRead(workflow);
    setHasActed(true);
    outline.onChange(workflow.nodes);
    if (workflowId && engine === 'workflow')
      setValue('workflowId', workflowId, { shouldDirty: true, shouldValidate: true });
  };
  const forget = () => {
    setRead(null);
    outline.onChange([]);
  };
  return (
    <Card component="section" aria-labelledby={ids.title} sx={{ gridColumn: '1 / -1' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 1,
          p: 2,
        }}
      >
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography id={ids.title} variant="h2" sx={{ fontSize: '0.9375rem' }}>
            {t('title')}
          </Typography>
          <Quiet small>{known > 0 ? t('known', { count: known }) : t('help')}</Quiet>
        </Box>
        <Box sx={{ display: 'flex', gap: 1 }}>
          {known > 0 && (
            <Button size="small" onClick={forget}>
              {t('forget')}
            </Button>
          )}
          <Button
            variant="outlined"
            size="small"
            aria-expanded={isOpen}
            aria-controls={ids.content}
            onClick={() => {
              setOpen(!isOpen);
              setHasActed(false);
            }}
          >
            {t(isOpen ? 'close' : known > 0 ? 'again' : 'open')}
          </Button>
        </Box>
      </Box>
      <Box id={ids.content} hidden={!isOpen}>
        {isOpen && !read && (
          <Box sx={{ px: 2, pb: 2 }}>
            <WorkflowSource onRead={take} takesFocus={hasActed} />
          </Box>
        )}
        {isOpen && read && (
          <>
            <Summary
              read={read}
              inputs={inputs}
              takesFocus={hasActed}
              onAnother={() => {
                setRead(null);
                setHasActed(true);
              }}
            />
            <WorkflowFieldList fields={read.fields} inputs={inputs} onChange={onChange} />
          </>
        )}
      </Box>
    </Card>
  );
};

interface SummaryProps {
  read: ReadWorkflow;
  inputs: readonly TemplateInput[];
  takesFocus: boolean;
  onAnother: () => void;
}

/** What was read, and how many inputs do not fit it. */
const Summary = ({ read, inputs, takesFocus, onAnother }: SummaryProps) => {
  const t = useTexts('resources.templates.workflow');
  const { nodes, fields } = read;
  const outputs = outputsOf(nodes);
  const names = outputs.map(({ nodeId, title }) => `「${title}」（${nodeId}）`).join('、');
  const misfits = new Set(
    Object.keys(mappingProblems(inputs, nodes)).map(path => path.split('.')[1]),
  ).size;
  return (
    <Box sx={{ px: 2, pb: 1.5, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Box
          ref={useArrivingFocus(takesFocus)}
          tabIndex={-1}
          role="status"
          sx={{ flex: 1, minWidth: 200 }}
        >
          {t('read', { nodes: nodes.length, fields: fields.length })}
          <Quiet small>{outputs.length > 0 ? t('outputs', { names }) : t('noOutputs')}</Quiet>
        </Box>
        <Button size="small" onClick={onAnother} sx={{ ml: -1 }}>
          {t('another')}
        </Button>
      </Box>
      {misfits > 0 && <Alert severity="warning">{t('misfit', { count: misfits })}</Alert>}
    </Box>
  );
};
