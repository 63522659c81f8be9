import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useRecord } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { ShipDialog } from './actions/ShipDialog.tsx';
import { printPath } from './paths.ts';
import { PrintDueField } from './PrintDueField.tsx';
import { PrintNumberField } from './PrintNumberField.tsx';
import type { PrintRecord } from './printOrder.ts';
import { PrintPhotosField } from './PrintPhotosField.tsx';
import { PrintReceiverField } from './PrintReceiverField.tsx';
import { PrintSizesField } from './PrintSizesField.tsx';

/** On a phone: found, read, sent. */
export const PrintOrderCard = () => {
  const translate = useTranslate();
  const record = useRecord<PrintRecord>();
  const due = record.slaTime !== null && !record.expressNo;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        fontSize: '0.875rem',
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <PrintNumberField />
        <StatusField choices={printOrderStatuses} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <PrintPhotosField />
        <PrintSizesField />
      </Box>
      <PrintReceiverField />
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          '& .MuiButton-root': { minHeight: 44 },
        }}
      >
        <Box sx={{ flex: 1, fontSize: '0.8125rem' }}>{due && <PrintDueField />}</Box>
        {record.status === 'producing' && (
          <ActionButton
            variant="contained"
            label={translate('resources.print-orders.dialog.ship.action')}
            dialog={<ShipDialog />}
          />
        )}
        <Button
          variant="outlined"
          component={Link}
          to={printPath(record.id)}
          aria-label={translate('resources.print-orders.openOf', { no: record.printNo })}
        >
          {translate('resources.print-orders.open')}
        </Button>
      </Box>
    </Box>
  );
};
