import {
  Box,
  MenuItem,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
} from '@mui/material';
import { useState } from 'react';
import type { Tone } from '#contract/action.ts';
import { carrierNamed } from '#contract/carrierNames.ts';
import { carrierKeys, carriers } from '#contract/carriers.ts';
import { useCreatePath, usePhone, useTexts } from '../../../kit/base/hooks.ts';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { PageLink, Quiet, StatusLabel } from '../../../kit/field/valueFields.tsx';
import { carrierLabel } from '../PrintOrderFields.tsx';
import type { ShippingRow } from './readLine.ts';
import type { ImportRow } from './useShippingImport.ts';

const tones: Record<ImportRow['result'], Tone> = {
  ready: 'success',
  shipped: 'success',
  unchanged: 'neutral',
  failed: 'danger',
  waiting: 'neutral',
};

const cells = ['printNo', 'expressCompany', 'expressNo'] as const;
const columns = ['row', ...cells, 'result'] as const;

export interface ShippingRowsProps {
  rows: ImportRow[];
  /** Given while rows may be corrected. */
  onCorrect?: ((row: number, cells: Partial<ShippingRow>) => void) | undefined;
}

/** Each row with what is wrong about it in words; doubtful cells can be corrected where they stand. */
export const ShippingRows = ({ rows, onCorrect }: ShippingRowsProps) => {
  const isPhone = usePhone();
  const t = useTexts('resources.print-orders.import');
  /** What was corrected stays open, so that nobody loses the place. */
  const isOpen = ({ result, isEdited }: ImportRow) =>
    Boolean(onCorrect) && (result === 'failed' || isEdited === true);
  const inputOf = (row: ImportRow, column: keyof ShippingRow) => (
    <CellInput
      key={column}
      row={row}
      column={column}
      onCorrect={given => onCorrect?.(row.row, given)}
    />
  );
  if (isPhone) {
    return (
      <PlainList sx={{ borderTop: 1, borderColor: 'divider' }}>
        {rows.map(row => (
          <Box
            key={row.row}
            component="li"
            sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider', fontSize: '0.875rem' }}
          >
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
              <span>
                {row.row + 1}. {!isOpen(row) && <PrintNo {...row} />}
              </span>
              <Result {...row} />
            </Box>
            {isOpen(row) ? (
              <Box sx={{ display: 'grid', gap: 1, mt: 1 }}>
                {cells.map(column => inputOf(row, column))}
              </Box>
            ) : (
              <>
                <Quiet small>
                  {carrierLabel(row.expressCompany)} {row.expressNo}
                </Quiet>
                <Message {...row} />
              </>
            )}
          </Box>
        ))}
      </PlainList>
    );
  }
  return (
    <Table size="small" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <TableHead>
        <TableRow>
          {columns.map(column => (
            <TableCell key={column} align={column === 'row' ? 'right' : 'left'}>
              {t(`columns.${column}`)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(row => (
          <TableRow key={row.row}>
            <TableCell align="right" sx={{ color: 'text.secondary', width: 56 }}>
              {row.row + 1}
            </TableCell>
            {isOpen(row) ? (
              cells.map(column => <TableCell key={column}>{inputOf(row, column)}</TableCell>)
            ) : (
              <>
                <TableCell>
                  <PrintNo {...row} />
                </TableCell>
                <TableCell>{carrierLabel(row.expressCompany)}</TableCell>
                <TableCell>{row.expressNo}</TableCell>
              </>
            )}
            <TableCell>
              <Result {...row} />
              {!isOpen(row) && <Message {...row} />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
};

const PrintNo = ({ id, printNo }: ImportRow) => {
  const createPath = useCreatePath();
  return id ? (
    <PageLink to={createPath({ resource: 'print-orders', type: 'show', id })} target="_blank">
      {printNo}
    </PageLink>
  ) : (
    <>{printNo}</>
  );
};

const Result = ({ result }: ImportRow) => {
  const t = useTexts('resources.print-orders.import.results');
  if (result === 'waiting') return null;
  return <StatusLabel tone={tones[result]} label={t(result)} />;
};

const Message = ({ message }: ImportRow) =>
  message ? (
    <Box sx={{ color: 'error.main', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
      {message}
    </Box>
  ) : null;

interface CellInputProps {
  row: ImportRow;
  column: keyof ShippingRow;
  onCorrect: (cells: Partial<ShippingRow>) => void;
}

/** A cell of a doubtful row, with what is wrong about it; it is checked again when one leaves it. */
const CellInput = ({ row, column, onCorrect }: CellInputProps) => {
  const t = useTexts('resources.print-orders.import');
  const [typed, setTyped] = useState<string | null>(null);
  const value = row[column];
  const message = row.result === 'failed' && (row.field ?? 'printNo') === column && row.message;
  const label = `${t(`columns.${column}`)} ${row.row + 1}`;
  const shared = {
    size: 'small',
    fullWidth: true,
    error: Boolean(message),
    helperText: message || undefined,
    sx: { minWidth: 128, '& .MuiFormHelperText-root': { mx: 0 } },
  } as const;
  if (column === 'expressCompany') {
    const known = carrierNamed(value);
    return (
      <TextField
        {...shared}
        select
        value={known ?? value}
        onChange={({ target }) => onCorrect({ expressCompany: target.value })}
        slotProps={{
          select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } },
        }}
      >
        <MenuItem value="">{t('guessed')}</MenuItem>
        {!known && value !== '' && <MenuItem value={value}>{value}</MenuItem>}
        {carrierKeys.map(key => (
          <MenuItem key={key} value={key}>
            {carriers[key].label}
          </MenuItem>
        ))}
      </TextField>
    );
  }
  const leave = () => {
    setTyped(null);
    if (typed !== null && typed !== value) onCorrect({ [column]: typed });
  };
  return (
    <TextField
      {...shared}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={event => {
        if (event.key === 'Enter') leave();
      }}
      slotProps={{
        htmlInput: { 'aria-label': label, autoComplete: 'off', spellCheck: false },
      }}
    />
  );
};
