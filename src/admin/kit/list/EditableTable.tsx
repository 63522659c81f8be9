import { Alert, type AlertColor, Box, Button, InputAdornment } from '@mui/material';
import {
  type ClipboardEvent,
  createContext,
  type KeyboardEvent,
  memo,
  type ReactNode,
  use,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  ListContextProvider,
  type RaRecord,
  useEvent,
  useGetRecordRepresentation,
  useListContext,
  useNotify,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
  useTranslateLabel,
} from 'react-admin';
import { isDamaged } from '#dataProvider/damaged.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useReread } from '../action/useRun.ts';
import { useDataProvider, useFieldNames, useRecord, useTexts } from '../base/hooks.ts';
import { LeaveQuestion } from '../base/LeaveQuestion.tsx';
import { type Typed, TypedField } from '../base/TypedField.tsx';
import { OneLine } from '../field/valueFields.tsx';
import { DataTable, StatusColumn } from './DataTable.tsx';
import {
  type CellField,
  type EditedRow,
  type EditedRows,
  kindOf,
  type TableEntity,
  valueOf,
  withRow,
  withTyped,
  written,
} from './editedRows.ts';
import { ListBody } from './ListBody.tsx';
import { placeCells, pastedRows } from './pastedCells.ts';
import { runBulk } from './runBulk.ts';
import { TableEditContext } from './TableEditContext.ts';
import { TableSaveDialog } from './TableSaveDialog.tsx';

type Values = Record<string, unknown>;

export interface EditableTableProps {
  entity: TableEntity;
  /** The columns of cells: numbers and amounts of money. */
  fields: readonly (string | CellField)[];
  /** Below the name of a row. */
  about?: ReactNode;
  /** What saving a row brings about, for the question before it. */
  effect?: (record: RaRecord) => string;
  /** What is sent besides, and what a change is measured by in place of the record. */
  start?: (record: RaRecord) => Values;
  previous?: (record: RaRecord) => Values;
}

interface Cells {
  rows: EditedRows;
  about: ReactNode;
  type: (record: RaRecord, source: string, value: Typed) => void;
  paste: (event: ClipboardEvent, record: RaRecord, field: CellField) => void;
}

const CellsContext = createContext<Cells | null>(null);

/**
 * The rows of a list as cells that are typed and pasted like those of a spreadsheet, and saved together: each row whole or
 * not at all, at the version that was read. Unsaved rows stay, whatever page or filter is chosen meanwhile.
 */
export const EditableTable = ({ entity, about, effect, ...props }: EditableTableProps) => {
  const t = useTexts('tableEdit');
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const { recordRepresentation } = useResourceDefinition();
  const represent = useGetRecordRepresentation(resource);
  const fieldNames = useFieldNames(resource);
  const labelOf = useTranslateLabel();
  const list = useListContext<RaRecord>();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const reread = useReread();
  const { setOn } = use(TableEditContext);
  const [rows, setRows] = useState<EditedRows>(new Map());
  const [report, setReport] = useState<{ text: string; severity: AlertColor }>();
  const [phase, setPhase] = useState<'typing' | 'asking' | 'saving'>('typing');
  const box = useRef<HTMLDivElement>(null);

  const fields = useMemo(
    () =>
      props.fields.map((given): CellField => {
        const field = typeof given === 'string' ? { source: given } : given;
        const { source, label = String(labelOf({ source, resource })) } = field;
        return { isMoney: entity.fields[source]?.kind === 'money', ...field, label };
      }),
    [props.fields, entity, labelOf, resource],
  );
  const read = list.data ?? [];
  const bases = [...rows.values()].map(({ base }) => base);
  const data = [
    ...read.map(record => rows.get(record.id)?.base ?? record),
    ...bases.filter(base => !read.some(({ id }) => id === base.id)),
  ];
  const edited = data.flatMap(({ id }) => rows.get(id) ?? []);
  const count = edited.reduce((sum, { typed }) => sum + Object.keys(typed).length, 0);
  const invalid = edited.reduce((sum, { problems }) => sum + Object.keys(problems).length, 0);

  const put = (row: Omit<EditedRow, 'problems'>, before = row.base) =>
    setRows(all => withRow(all, before.id, row, entity, fields));
  const type = useEvent((record: RaRecord, source: string, value: Typed) =>
    setRows(all => {
      const { base = record, typed, isConflict = false } = all.get(record.id) ?? {};
      const row = { base, typed: { ...typed, [source]: value }, isConflict };
      return withRow(all, record.id, row, entity, fields);
    }),
  );
  const paste = useEvent((event: ClipboardEvent, record: RaRecord, field: CellField) => {
    const isValue = (cell: string) => kindOf(field).read(cell) !== undefined;
    const block = pastedRows(event.clipboardData.getData('text'), isValue);
    // The browser puts it into the cell.
    if (block.length < 2 && (block[0] ?? []).length < 2) return;
    event.preventDefault();
    const shown = data.filter(one => !isDamaged(one));
    const { cells, unmatched, rowsLeft, cellsLeft } = placeCells(block, {
      names: shown.map(one => String(represent(one))),
      sources: fields.map(({ source }) => source),
      at: { row: shown.findIndex(({ id }) => id === record.id), source: field.source },
      hasCell: (row, source) => valueOf(shown[row]!, source) !== undefined,
      isValue,
    });
    let unread = 0;
    for (const { row, source, text } of cells) {
      const kind = kindOf(fields.find(one => one.source === source)!);
      const value = text === '' ? null : (kind.read(text) ?? text);
      if (typeof value === 'string') unread += 1;
      type(shown[row]!, source, value);
    }
    const problems = [
      unread > 0 && t('pasted.unread', { count: unread }),
      unmatched.length > 0 && t('pasted.unmatched', { names: unmatched.join('、') }),
      rowsLeft > 0 && t('pasted.rows', { count: rowsLeft }),
      cellsLeft > 0 && t('pasted.cells', { count: cellsLeft }),
    ].filter(Boolean);
    setReport({
      text: [t('pasted.filled', { count: cells.length }), ...problems].join('；'),
      severity: problems.length > 0 ? 'warning' : 'success',
    });
  });

  const saveRow = async ({ base, typed }: EditedRow) => {
    try {
      await dataProvider.update(resource, {
        id: base.id,
        data: withTyped({ ...base, ...props.start?.(base) }, typed),
        previousData: (props.previous?.(base) ?? base) as RaRecord,
      });
      put({ base, typed: {} });
    } catch (error) {
      const { body, message } = error as Error & Partial<ActionFailure>;
      const errors = Object.entries(body?.errors ?? {}).map(
        ([field, sentence]) => `${fieldNames([field])}：${sentence}`,
      );
      // Of a price the newer version is another record.
      const current = body?.current as RaRecord | undefined;
      const failure = current ? t('conflict') : errors.join('；') || message;
      put({ base: current ?? base, typed, isConflict: Boolean(current), failure }, base);
      throw error;
    }
  };
  const save = async () => {
    setPhase('saving');
    setReport(undefined);
    let failed = 0;
    await runBulk({
      records: edited.map(({ base }) => base),
      act: { actOn: ({ id }) => saveRow(rows.get(id)!) },
      isCancelled: () => false,
      onDone: (_done, refusals) => (failed += refusals.length),
    });
    await reread();
    setPhase('typing');
    const done = edited.length - failed;
    notify(failed > 0 ? t('partly', { done, failed }) : t('saved', { count: done }), {
      type: failed > 0 ? 'warning' : 'success',
    });
  };
  const ask = () => {
    if (invalid === 0) setPhase('asking');
    else box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const close = () => {
    if (count === 0 || confirm(translate('ra.message.unsaved_changes'))) setOn(false);
  };

  // So that a key renders one row anew.
  const columns = useMemo(
    () => (
      <>
        <DataTable.Col source={String(recordRepresentation)} disableSort field={RowName} />
        {entity.states && <StatusColumn choices={entity.states} />}
        {fields.map(field => (
          <DataTable.Col
            key={field.source}
            source={field.source}
            label={field.label}
            align="right"
            disableSort
          >
            <Cell field={field} />
          </DataTable.Col>
        ))}
      </>
    ),
    [entity, fields, recordRepresentation],
  );
  return (
    <CellsContext value={useMemo(() => ({ rows, about, type, paste }), [rows, about, type, paste])}>
      {report && (
        <Alert
          severity={report.severity}
          onClose={() => setReport(undefined)}
          sx={{ mx: 2, mb: 1.5 }}
        >
          {report.text}
        </Alert>
      )}
      <Box ref={box}>
        <ListContextProvider value={{ ...list, data: list.data && data } as typeof list}>
          <ListBody>
            <DataTable rowClick={false} bulkActionButtons={false} storeKey={`${resource}.table`}>
              {columns}
            </DataTable>
          </ListBody>
        </ListContextProvider>
      </Box>
      <Box
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 3,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Box role="status" sx={{ flex: 1, color: invalid > 0 ? 'error.main' : 'text.secondary' }}>
          {invalid > 0 ? t('invalid', { count: invalid }) : t('hint')}
        </Box>
        <Button size="small" onClick={close}>
          {t('close')}
        </Button>
        <Button size="small" variant="contained" disabled={count === 0} onClick={ask}>
          {t('save', { count })}
        </Button>
      </Box>
      {count > 0 && <LeaveQuestion text={translate('ra.message.unsaved_changes')} />}
      {phase !== 'typing' && (
        <TableSaveDialog
          title={t('title', { count })}
          rows={edited}
          fields={fields}
          effect={effect}
          isSaving={phase === 'saving'}
          onSave={() => void save()}
          onClose={() => setPhase('typing')}
        />
      )}
    </CellsContext>
  );
};

const RowName = () => {
  const record = useRecord();
  const { rows, about } = use(CellsContext)!;
  const name = String(useGetRecordRepresentation(useResourceContext())(record));
  const failure = rows.get(record.id)?.failure;
  return (
    <Box sx={{ minWidth: 144 }}>
      <OneLine text={name} width={240} strong />
      {about}
      {failure && (
        <Box role="alert" sx={{ color: 'error.main', fontSize: '0.75rem', whiteSpace: 'normal' }}>
          {failure}
        </Box>
      )}
    </Box>
  );
};

const Cell = ({ field }: { field: CellField }) => {
  const record = useRecord();
  const { rows, type, paste } = use(CellsContext)!;
  return (
    <CellInput field={field} record={record} row={rows.get(record.id)} type={type} paste={paste} />
  );
};

interface CellInputProps extends Pick<Cells, 'type' | 'paste'> {
  field: CellField;
  record: RaRecord;
  row: EditedRow | undefined;
}

/** Rendered anew only with its own row. */
const CellInput = memo(({ field, record, row, type, paste }: CellInputProps) => {
  const t = useTexts('list');
  const ofTable = useTexts('tableEdit');
  const name = String(useGetRecordRepresentation(useResourceContext())(record));
  /** What the cell was when it was entered. */
  const entered = useRef<Typed>(null);
  const { source, label = '' } = field;
  const stored = valueOf(record, source);
  const isChanged = row !== undefined && source in row.typed;
  const value = isChanged ? row.typed[source]! : stored;
  const problem = row?.problems[source];
  const before = field.of?.(record);
  const newer =
    row?.isConflict && isChanged && ofTable('stored', { value: written(field, stored) });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, nativeEvent, target, currentTarget } = event;
    if (nativeEvent.isComposing) return;
    if (key === 'Escape') return type(record, source, entered.current);
    const isUp = key === 'ArrowUp' || (key === 'Enter' && shiftKey);
    if (!isUp && key !== 'ArrowDown' && key !== 'Enter') return;
    event.preventDefault();
    const column = currentTarget.closest('tbody')!.querySelectorAll(`input[name="${source}"]`);
    const at = [...column].indexOf(target as HTMLElement) + (isUp ? -1 : 1);
    (column[at] as HTMLElement | undefined)?.focus();
  };
  if (stored === undefined && !isChanged) return t('none');
  return (
    <TypedField
      kind={kindOf(field)}
      name={source}
      value={value}
      onChange={typed => type(record, source, typed)}
      onFocus={({ target }) => {
        entered.current = value ?? null;
        target.select();
      }}
      onKeyDown={onKeyDown}
      onPaste={event => paste(event, record, field)}
      size="small"
      margin="none"
      error={Boolean(problem)}
      helperText={[problem, newer].filter(Boolean).join('；')}
      slotProps={{
        htmlInput: { 'aria-label': t('cell.edit', { name, field: label }) },
        input: {
          startAdornment: before && <InputAdornment position="start">{before}</InputAdornment>,
        },
      }}
      sx={{
        width: before ? 148 : 96,
        '& input': { textAlign: 'right', py: 0.5, fontWeight: isChanged ? 600 : 400 },
        ...(isChanged && { '& .MuiInputBase-root': { bgcolor: 'action.selected' } }),
      }}
    />
  );
});
