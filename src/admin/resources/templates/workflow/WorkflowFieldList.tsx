import AddIcon from '@mui/icons-material/Add';
import { Box, Button, TextField, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { normalForm } from '#contract/normalForm.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import { inputFrom, mappingTo, type WorkflowField } from '#contract/workflowFields.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { MAX_INPUTS } from '../templateInputs.ts';
import { WorkflowFieldRow } from './WorkflowFieldRow.tsx';

export interface WorkflowFieldListProps {
  fields: readonly WorkflowField[];
  inputs: readonly TemplateInput[];
  onChange: (inputs: TemplateInput[]) => void;
}

/** An input of another kind of node with the same number has to be mapped anew. */
const isMappedTo = (input: TemplateInput, { nodeId, fieldName, classType }: WorkflowField) =>
  input.nodeId === nodeId &&
  input.fieldName === fieldName &&
  (input.nodeClass ?? classType) === classType;

/** The fields of a workflow: those that visitors are usually asked for, and on request the others. */
export const WorkflowFieldList = ({ fields, inputs, onChange }: WorkflowFieldListProps) => {
  const t = useTexts('resources.templates.workflow');
  const othersId = useId();
  const [hasOthers, setHasOthers] = useState(false);
  const likely = fields.filter(({ role }) => role !== null);
  const others = fields.filter(({ role }) => role === null);
  const open = likely.filter(field => !inputs.some(input => isMappedTo(input, field)));
  const isFull = inputs.length >= MAX_INPUTS;

  const add = (added: readonly WorkflowField[]) =>
    onChange(
      added
        .slice(0, MAX_INPUTS - inputs.length)
        .reduce<TemplateInput[]>((all, field) => [...all, inputFrom(field, all)], [...inputs]),
    );
  const map = (at: number, field: WorkflowField) =>
    onChange(
      inputs.map((input, index) => (index === at ? { ...input, ...mappingTo(field) } : input)),
    );
  const rows = (shown: readonly WorkflowField[], label: string) => (
    <PlainList aria-label={label}>
      {shown.map(field => (
        <WorkflowFieldRow
          key={`${field.nodeId} ${field.fieldName}`}
          field={field}
          inputs={inputs}
          mapped={inputs.find(input => isMappedTo(input, field))}
          isFull={isFull}
          onAdd={() => add([field])}
          onMap={at => map(at, field)}
        />
      ))}
    </PlainList>
  );
  if (fields.length === 0) return <Quiet sx={{ px: 2, pb: 2 }}>{t('nothing')}</Quiet>;
  return (
    <>
      {likely.length > 0 && (
        <>
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
              px: 2,
              pb: 1,
            }}
          >
            <Typography variant="h3" sx={{ flex: 1, fontSize: '0.8125rem', fontWeight: 600 }}>
              {t('likely')}
            </Typography>
            {isFull && <Quiet small>{t('full')}</Quiet>}
            <Button
              variant="contained"
              size="small"
              startIcon={<AddIcon />}
              disabled={open.length === 0 || isFull}
              onClick={() => add(open)}
            >
              {t('addAll')}
            </Button>
          </Box>
          {rows(likely, t('likely'))}
        </>
      )}
      {others.length > 0 && (
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
          <Button
            size="small"
            aria-expanded={hasOthers}
            aria-controls={othersId}
            onClick={() => setHasOthers(!hasOthers)}
            sx={{ m: 1 }}
          >
            {t(hasOthers ? 'hideOthers' : 'showOthers', { count: others.length })}
          </Button>
          <Box id={othersId} hidden={!hasOthers}>
            {hasOthers && <OtherFields fields={others} rows={shown => rows(shown, t('others'))} />}
          </Box>
        </Box>
      )}
    </>
  );
};

/** More than these need a search. */
const MANY = 12;

interface OtherFieldsProps {
  fields: readonly WorkflowField[];
  rows: (fields: readonly WorkflowField[]) => ReactNode;
}

const OtherFields = ({ fields, rows }: OtherFieldsProps) => {
  const t = useTexts('resources.templates.workflow');
  const [words, setWords] = useState('');
  const wanted = normalForm(words);
  const shown = fields.filter(({ nodeId, title, classType, fieldName }) =>
    [nodeId, title, classType, fieldName].some(text => normalForm(text).includes(wanted)),
  );
  return (
    <>
      {fields.length > MANY && (
        <Box sx={{ px: 2, pb: 1 }}>
          <TextField
            type="search"
            value={words}
            placeholder={t('filter')}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
            slotProps={{ htmlInput: { 'aria-label': t('filter') } }}
            sx={{ width: '100%', maxWidth: 320 }}
          />
        </Box>
      )}
      {shown.length > 0 ? rows(shown) : <Quiet sx={{ px: 2, pb: 2 }}>{t('noMatch')}</Quiet>}
    </>
  );
};
