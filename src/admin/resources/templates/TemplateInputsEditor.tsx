import AddIcon from '@mui/icons-material/Add';
import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { Box, Button, Card, FormHelperText, Menu, MenuItem, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { get, useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { isPhotoInput } from '#contract/inputProblem.ts';
import type { TemplateEngine } from '#contract/template.ts';
import { type InputType, inputTypes, type TemplateInput } from '#contract/templateInput.ts';
import type { WorkflowNode } from '#contract/workflow.ts';
import { mappingProblems } from '#contract/workflowMapping.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { SortableList } from '../../kit/list/SortableList.tsx';
import { untouchedValue, VisitorControl, type VisitorValue } from '../visitor-control/parts.ts';
import { TemplateInputItem } from './TemplateInputItem.tsx';
import { MAX_INPUTS, newInput } from './templateInputs.ts';
import { WorkflowImport } from './workflow/WorkflowImport.tsx';

/** What the visitor is asked for, one below the other, and beside it how that looks. */
export const TemplateInputsEditor = () => {
  const translate = useTranslate();
  const t = useTexts('resources.templates.inputs');
  const { field } = useController({ name: 'inputs' });
  const { clearErrors } = useFormContext();
  const { errors } = useFormState({ name: 'inputs' });
  const inputs = (field.value ?? []) as TemplateInput[];
  const [engine, outline] = useWatch({ name: ['engine', 'workflowNodes'] }) as [
    TemplateEngine,
    WorkflowNode[] | undefined,
  ];
  const nodes = engine === 'local' ? [] : (outline ?? []);
  const problems = mappingProblems(inputs, nodes);
  const [open, setOpen] = useState<number | null>(null);
  const { ids, reorder, without, withNew } = useRowIds(inputs.length);

  /** What going online lacked was said of an input that is another one now, or stands elsewhere. */
  const write = (next: TemplateInput[]) => {
    inputs.forEach((input, at) => input !== next[at] && clearErrors(`inputs.${at}`));
    field.onChange(next);
  };
  const change = (at: number, input: TemplateInput) =>
    write(inputs.map((one, index) => (index === at ? input : one)));
  const add = (type: InputType) => {
    setOpen(withNew());
    write([...inputs, newInput(type, inputs)]);
  };
  const remove = (at: number) => {
    without(at);
    write(inputs.filter((_, index) => index !== at));
  };
  const message = sentenceOf(get(errors, 'inputs.message'));
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: 'minmax(0, 1fr)',
          '@container (min-width: 780px)': { gridTemplateColumns: 'minmax(0, 1fr) 288px' },
        }}
      >
        <WorkflowImport inputs={inputs} onChange={write} />
        <Card component="section" aria-label={translate('resources.templates.fields.inputs')}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 2, pb: 1.5 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="h2" sx={{ fontSize: '0.9375rem' }}>
                {translate('resources.templates.fields.inputs')}
              </Typography>
              <Quiet small>{t('help')}</Quiet>
            </Box>
            <AddButton disabled={inputs.length >= MAX_INPUTS} onAdd={add} />
          </Box>
          {message && (
            <FormHelperText error sx={{ px: 2, pb: 1 }}>
              {message}
            </FormHelperText>
          )}
          {inputs.length === 0 ? (
            <Quiet sx={{ px: 2, pb: 3, pt: 1 }}>{t('none')}</Quiet>
          ) : (
            <SortableList
              label={translate('resources.templates.fields.inputs')}
              records={inputs.map((input, at) => ({ id: ids[at] ?? at, sort: -at, input, at }))}
              nameOf={({ input }) => input.label || input.key}
              onOrder={rows => {
                reorder(rows.map(({ id }) => id));
                write(rows.map(({ input }) => input));
              }}
            >
              {({ id, input, at }, order) => (
                <TemplateInputItem
                  input={input}
                  node={nodes.find(({ nodeId }) => nodeId === input.nodeId)}
                  problems={{
                    nodeId: problems[`inputs.${at}.nodeId`],
                    fieldName: problems[`inputs.${at}.fieldName`],
                  }}
                  order={order}
                  errors={(get(errors, `inputs.${at}`) ?? {}) as object}
                  open={open === id}
                  onToggle={() => setOpen(open === id ? null : id)}
                  onChange={next => change(at, next)}
                  onRemove={() => remove(at)}
                />
              )}
            </SortableList>
          )}
        </Card>
        <VisitorPreview inputs={inputs} />
      </Box>
    </Box>
  );
};

const AddButton = ({
  disabled,
  onAdd,
}: {
  disabled: boolean;
  onAdd: (type: InputType) => void;
}) => {
  const t = useTexts('resources.templates.inputs');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<AddIcon />}
        disabled={disabled}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('add')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {Object.entries(inputTypes).map(([type, { label }]) => (
          <MenuItem
            key={type}
            onClick={() => {
              setAnchor(null);
              onAdd(type as InputType);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

/** Rows have no id of their own; a key changes while it is typed. */
const useRowIds = (count: number) => {
  const [rows, setRows] = useState(() => numbered(count, 0));
  const { ids, next } = rows;
  // A restored draft, a merge or a reset: entirely different rows.
  if (ids.length !== count) setRows(numbered(count, next));
  return {
    ids,
    reorder: (order: number[]) => setRows({ ids: order, next }),
    without: (at: number) => setRows({ ids: ids.filter((_, index) => index !== at), next }),
    withNew: () => {
      setRows({ ids: [...ids, next], next: next + 1 });
      return next;
    },
  };
};

const numbered = (count: number, from: number) => ({
  ids: Array.from({ length: count }, (_, at) => from + at),
  next: from + count,
});

/** The visitors' form, to be tried out; nothing is stored. */
const VisitorPreview = ({ inputs }: { inputs: readonly TemplateInput[] }) => {
  const t = useTexts('resources.templates.visitor');
  const costCredits = useWatch({ name: 'costCredits' }) as number | null;
  const [tried, setTried] = useState<Record<string, VisitorValue>>({});
  return (
    <Box component="section" aria-label={t('title')} sx={{ position: 'sticky', top: 72 }}>
      <Typography variant="subtitle2" component="h2" gutterBottom>
        {t('title')}
      </Typography>
      <Box
        sx={{
          maxWidth: 320,
          p: 2,
          display: 'grid',
          gap: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 4,
          bgcolor: 'background.paper',
        }}
      >
        {inputs.length === 0 && <Quiet>{t('nothing')}</Quiet>}
        {inputs.map((input, at) =>
          isPhotoInput(input) ? (
            <PicturePlace key={at} input={input} />
          ) : (
            <VisitorControl
              key={at}
              input={input}
              value={tried[input.key] ?? untouchedValue(input)}
              onChange={value => setTried({ ...tried, [input.key]: value })}
            />
          ),
        )}
        <Box
          aria-hidden
          sx={{
            py: 1,
            borderRadius: 5,
            textAlign: 'center',
            fontWeight: 500,
            color: 'primary.contrastText',
            bgcolor: 'primary.main',
          }}
        >
          {costCredits ? t('generate', { count: costCredits }) : t('generateFree')}
        </Box>
      </Box>
    </Box>
  );
};

const PicturePlace = ({ input }: { input: TemplateInput }) => {
  const t = useTexts('resources.templates.visitor');
  const { label, required, type } = input;
  return (
    <Box>
      <Box sx={{ fontSize: '0.8125rem', fontWeight: 500, mb: 0.5 }}>
        {label || t('unnamed')}
        {required && ' *'}
      </Box>
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          height: 96,
          border: 1,
          borderStyle: 'dashed',
          borderColor: 'divider',
          borderRadius: 2,
          color: 'text.secondary',
          bgcolor: 'background.default',
          fontSize: '0.75rem',
        }}
      >
        <Box sx={{ textAlign: 'center' }}>
          <AddPhotoIcon />
          <div>{t(type === 'images' ? 'addPictures' : 'addPicture')}</div>
        </Box>
      </Box>
    </Box>
  );
};
