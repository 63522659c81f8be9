import { Box, ButtonBase, InputBase, Tooltip } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import {
  type RaRecord,
  useGetRecordRepresentation,
  useRecordContext,
  useResourceContext,
  useTranslate,
  useTranslateLabel,
} from 'react-admin';
import { codes } from '#contract/envelope.ts';
import { numberIn } from '#contract/typedNumber.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useTexts } from '../base/hooks.ts';
import { type ColumnProps, DataTable } from './DataTable.tsx';
import { useSetField } from './useSetField.ts';

const cell = { px: 0.75, py: 0.25, borderRadius: 1, textAlign: 'right', font: 'inherit' } as const;

/** Numbers that are edited in their rows. */
export const EditableColumn = (props: ColumnProps) => (
  <DataTable.Col align="right" {...props}>
    <EditableNumberField source={props.source} />
  </DataTable.Col>
);

/** A whole number edited in its row: Enter saves, Esc cancels; a conflict shows the stored value first. */
export const EditableNumberField = ({ source }: { source: string }) => {
  const record = useRecordContext();
  const [editing, setEditing] = useState(false);
  const translate = useTranslate();
  const field = String(useTranslateLabel()({ source }));
  const name = useGetRecordRepresentation(useResourceContext())(record);
  const button = useRef<HTMLButtonElement>(null);
  const mayEdit = useCan()({ action: 'edit' });
  if (!record) return null;
  if (!mayEdit) return <>{String(record[source] ?? '')}</>;
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'flex', justifyContent: 'flex-end', mx: -0.75 }}
    >
      {editing ? (
        <NumberEditor
          record={record}
          source={source}
          label={translate('list.cell.edit', { name: String(name), field })}
          onDone={() => {
            setEditing(false);
            setTimeout(() => button.current?.focus());
          }}
        />
      ) : (
        <ButtonBase
          ref={button}
          onClick={() => setEditing(true)}
          aria-label={`${translate('list.cell.edit', { name: String(name), field })} ${record[source]}`}
          sx={{
            ...cell,
            minWidth: 44,
            minHeight: 28,
            justifyContent: 'flex-end',
            border: 1,
            borderColor: 'transparent',
            cursor: 'text',
            '&:hover': { borderColor: 'divider', bgcolor: 'background.paper' },
          }}
        >
          {String(record[source] ?? '')}
        </ButtonBase>
      )}
    </Box>
  );
};

interface NumberEditorProps {
  record: RaRecord;
  source: string;
  label: string;
  onDone: () => void;
}

const NumberEditor = ({ record, source, label, onDone }: NumberEditorProps) => {
  const t = useTexts('list.cell');
  const resource = useResourceContext() ?? '';
  const [text, setText] = useState(String(record[source] ?? ''));
  const [problem, setProblem] = useState('');
  const [setField, saving] = useSetField();
  const show = useShowRecord();

  const failed = (error: Error) => {
    const { body } = error as Partial<ActionFailure>;
    if (body?.code === codes.conflict && body.current) {
      const current = body.current as RaRecord;
      show(resource, current);
      return setProblem(t('conflict', { value: String(current[source]) }));
    }
    setProblem(body?.errors?.['value'] ?? body?.errors?.[source] ?? error.message);
  };
  const save = () => {
    if (saving) return;
    const value = numberIn(text);
    if (!Number.isSafeInteger(value)) return setProblem(t('invalid'));
    if (value === record[source]) return onDone();
    void setField(record, { field: source, value }, { onSuccess: onDone, onError: failed });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <Tooltip
      open
      placement="top"
      title={<span role={problem ? 'alert' : undefined}>{problem || t('hint')}</span>}
    >
      <InputBase
        autoFocus
        value={text}
        error={Boolean(problem)}
        readOnly={saving}
        onChange={({ target }) => {
          setText(target.value);
          setProblem('');
        }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => target.select()}
        onBlur={() => text === String(record[source] ?? '') && onDone()}
        inputProps={{ 'aria-label': label, 'aria-invalid': Boolean(problem) }}
        sx={{
          width: '12ch',
          bgcolor: 'background.paper',
          borderRadius: 1,
          outline: 2,
          outlineStyle: 'solid',
          outlineColor: problem ? 'error.main' : 'primary.main',
          '& input': { ...cell, height: 22 },
        }}
      />
    </Tooltip>
  );
};

/** Replaces a record by a newer version, e.g. of a conflict, wherever its resource is shown. */
const useShowRecord = () => {
  const queryClient = useQueryClient();
  return (resource: string, record: RaRecord) => {
    queryClient.setQueriesData<{ data?: RaRecord[] }>({ queryKey: [resource, 'getList'] }, list =>
      list?.data
        ? { ...list, data: list.data.map(old => (old.id === record.id ? record : old)) }
        : list,
    );
  };
};
