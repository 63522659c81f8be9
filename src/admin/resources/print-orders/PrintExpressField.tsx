import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type Carrier, carriers } from '#contract/carriers.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import type { PrintRecord } from './printOrder.ts';

export const carrierLabel = (key: string) => carriers[key as Carrier]?.label ?? key;

export const PrintExpressField = () => {
  const translate = useTranslate();
  const record = useRecord<PrintRecord>();
  if (!record.expressNo)
    return <Box sx={{ color: 'text.secondary' }}>{translate('list.none')}</Box>;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      <div>{carrierLabel(record.expressCompany)}</div>
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{record.expressNo}</Box>
    </Box>
  );
};
