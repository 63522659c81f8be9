import { Box } from '@mui/material';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { EditRecordButton } from '../../kit/action/EditRecordButton.tsx';
import { useRecord } from '../../kit/base/hooks.ts';
import { SetStatusButton } from '../../kit/list/SetStatusButton.tsx';
import type { SizeRecord } from './printSize.ts';
import { PrintSizeDialog } from './PrintSizeDialog.tsx';

/** The end of a row; clicking here does not open it. */
export const PrintSizeActions = () => {
  const size = useRecord<SizeRecord>();
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end' }}
    >
      <EnableSizeButton size={size} />
      <EditRecordButton dialog={<PrintSizeDialog />} />
      <DeleteRecordButton />
    </Box>
  );
};

export const EnableSizeButton = ({ size }: { size: SizeRecord }) => (
  <SetStatusButton
    to={size.status === 'enabled' ? 'disabled' : 'enabled'}
    texts="resources.print-size-config.switching"
  />
);
