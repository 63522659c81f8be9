import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { Tone } from '#contract/action.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { usePhone } from '../../../kit/base/usePhone.ts';
import { PageLink, Quiet, StatusLabel } from '../../../kit/field/valueFields.tsx';
import { printPath } from '../paths.ts';
import { carrierLabel } from '../PrintExpressField.tsx';
import { CellInput } from './CellInput.tsx';
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

const PrintNo = ({ id, printNo }: ImportRow) =>
  id ? (
    <PageLink to={printPath(id)} target="_blank">
      {printNo}
    </PageLink>
  ) : (
    <>{printNo}</>
  );

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
