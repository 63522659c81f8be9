import { Box } from '@mui/material';
import { Link } from 'react-router-dom';
import { batchStatuses } from '#contract/activationCode.ts';
import { useRecord } from '../../kit/base/record.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import {
  BatchExpiryField,
  BatchGrantField,
  BatchNameField,
  BatchUseField,
} from './BatchFields.tsx';
import { batchPath, type BatchRecord } from './records.ts';

/** A batch on a phone. */
export const BatchCard = () => {
  const record = useRecord<BatchRecord>();
  return (
    <Box
      component={Link}
      to={batchPath(record.id)}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        color: 'inherit',
        textDecoration: 'none',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <BatchNameField />
        </Box>
        <Box sx={{ fontSize: '0.8125rem' }}>
          <StatusField choices={batchStatuses} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: '0.8125rem' }}>
        <Box sx={{ minWidth: 0 }}>
          <BatchGrantField />
        </Box>
        <BatchExpiryField />
      </Box>
      <BatchUseField />
    </Box>
  );
};
