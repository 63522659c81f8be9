import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useRecord } from '../../kit/base/hooks.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { type PrintRecord, sizeLines } from './printOrder.ts';

const SHOWN = 2;

/** What is to be printed: size, paper, how many of each. */
export const PrintSizesField = () => {
  const translate = useTranslate();
  const record = useRecord<PrintRecord>();
  const lines = sizeLines(record.items).map(({ size, paper, qty }) =>
    translate('resources.print-orders.sizeLine', { size, paper, qty }),
  );
  return (
    <Box sx={{ minWidth: 0, fontSize: '0.8125rem' }} title={lines.join('\n')}>
      {lines.slice(0, SHOWN).map(line => (
        <OneLine key={line} text={line} width={136} />
      ))}
      {lines.length > SHOWN && (
        <Box sx={{ color: 'text.secondary' }}>
          {translate('resources.print-orders.photoCount', { count: record.photoCount })}
        </Box>
      )}
    </Box>
  );
};
