import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { type RaRecord, useGetRecordRepresentation, useResourceContext } from 'react-admin';
import { useTexts } from '../base/hooks.ts';
import { PlainDialog } from '../base/PlainDialog.tsx';
import { Quiet } from '../field/valueFields.tsx';
import { type CellField, type EditedRow, valueOf, written } from './editedRows.ts';

/** A share of the old price from which a change looks like a slip. */
const UNUSUAL = 0.5;

export interface TableSaveDialogProps {
  title: string;
  rows: readonly EditedRow[];
  fields: readonly CellField[];
  effect: ((record: RaRecord) => string) | undefined;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** What becomes of each cell, before all are saved. */
export const TableSaveDialog = ({
  rows,
  fields,
  effect,
  isSaving,
  ...props
}: TableSaveDialogProps) => {
  const { title, onSave, onClose } = props;
  const t = useTexts('tableEdit');
  const represent = useGetRecordRepresentation(useResourceContext());
  return (
    <PlainDialog
      title={title}
      maxWidth="md"
      onClose={() => !isSaving && onClose()}
      actions={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="contained" autoFocus loading={isSaving} onClick={onSave}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow>
            {(['record', 'field', 'from', 'to', 'percent'] as const).map((column, at) => (
              <TableCell key={column} align={at < 2 ? 'left' : 'right'}>
                {t(column)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.flatMap(({ base, typed }) =>
            fields
              .filter(({ source }) => source in typed)
              .map(field => {
                const { source, label, isMoney } = field;
                const [from, to] = [valueOf(base, source), typed[source]];
                return (
                  <TableRow key={`${base.id} ${source}`}>
                    <TableCell>
                      {represent(base)}
                      {effect && <Quiet tiny>{effect(base)}</Quiet>}
                    </TableCell>
                    <TableCell>
                      {label} {field.of?.(base)}
                    </TableCell>
                    <TableCell align="right">{written(field, from)}</TableCell>
                    <TableCell align="right">{written(field, to)}</TableCell>
                    <TableCell align="right">
                      {isMoney && <Percent from={Number(from)} to={Number(to)} />}
                    </TableCell>
                  </TableRow>
                );
              }),
          )}
        </TableBody>
      </Table>
    </PlainDialog>
  );
};

const Percent = ({ from, to }: { from: number; to: number }) => {
  if (from === 0 || to === 0) return null;
  const share = (to - from) / from;
  return (
    <Box component="span" sx={Math.abs(share) >= UNUSUAL ? { color: 'error.main' } : {}}>
      {`${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}%`}
    </Box>
  );
};
