import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { type Carrier, carriers } from '#contract/carriers.ts';
import type { PrintRecord } from './printOrder.ts';

export const carrierLabel = (key: string) => carriers[key as Carrier]?.label ?? key;

export const PrintExpressField = () => {
  const translate = useTranslate();
  const record = useRecordContext<PrintRecord>();
  if (!record) return null;
  if (!record.expressNo)
    return <Box sx={{ color: 'text.secondary' }}>{translate('list.none')}</Box>;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      <div>{carrierLabel(record.expressCompany)}</div>
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{record.expressNo}</Box>
    </Box>
  );
};
