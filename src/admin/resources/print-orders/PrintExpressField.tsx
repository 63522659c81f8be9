import { Box } from '@mui/material';
import { type Carrier, carriers } from '#contract/carriers.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import { None, Quiet } from '../../kit/field/valueFields.tsx';
import { LogisticsField } from './LogisticsField.tsx';
import type { PrintRecord } from './printOrder.ts';

export const carrierLabel = (key: string) => carriers[key as Carrier]?.label ?? key;

export const PrintExpressField = () => {
  const record = useRecord<PrintRecord>();
  if (!record.expressNo) return <None />;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      <div>{carrierLabel(record.expressCompany)}</div>
      <Quiet tiny>{record.expressNo}</Quiet>
      <LogisticsField order={record} />
    </Box>
  );
};
