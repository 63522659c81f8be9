import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Tone } from '#contract/action.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { usePhone } from '../../../kit/base/usePhone.ts';
import { PageLink, Quiet, StatusLabel } from '../../../kit/field/valueFields.tsx';
import { printPath } from '../paths.ts';
import { carrierLabel } from '../PrintExpressField.tsx';
import type { ImportRow } from './useShippingImport.ts';

const tones: Record<ImportRow['result'], Tone> = {
  ready: 'success',
  shipped: 'success',
  unchanged: 'neutral',
  failed: 'danger',
  waiting: 'neutral',
};

const columns = ['row', 'printNo', 'carrier', 'expressNo', 'result'] as const;

/** Each row with what is wrong about it in words. */
export const ShippingRows = ({ rows }: { rows: ImportRow[] }) => {
  const isPhone = usePhone();
  const t = useTexts('resources.print-orders.import');
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
                {row.row + 1}. <PrintNo {...row} />
              </span>
              <Result {...row} />
            </Box>
            <Quiet small>
              {carrierLabel(row.expressCompany)} {row.expressNo}
            </Quiet>
            <Message {...row} />
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
            <TableCell>
              <PrintNo {...row} />
            </TableCell>
            <TableCell>{carrierLabel(row.expressCompany)}</TableCell>
            <TableCell>{row.expressNo}</TableCell>
            <TableCell>
              <Result {...row} />
              <Message {...row} />
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
  const translate = useTranslate();
  if (result === 'waiting') return null;
  return (
    <StatusLabel
      tone={tones[result]}
      label={translate(`resources.print-orders.import.results.${result}`)}
    />
  );
};

const Message = ({ message }: ImportRow) =>
  message ? (
    <Box sx={{ color: 'error.main', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
      {message}
    </Box>
  ) : null;
