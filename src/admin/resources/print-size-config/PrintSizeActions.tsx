import { Box, Button } from '@mui/material';
import { useNotify } from 'react-admin';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { EditRecordButton } from '../../kit/action/EditRecordButton.tsx';
import { useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { useSetField } from '../../kit/list/useSetField.ts';
import type { SizeRecord } from './printSize.ts';

export interface PrintSizeActionsProps {
  onEdit: (size: SizeRecord) => void;
}

/** The end of a row; clicking here does not open it. */
export const PrintSizeActions = ({ onEdit }: PrintSizeActionsProps) => {
  const size = useRecord<SizeRecord>();
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end' }}
    >
      <EnableSizeButton size={size} />
      <EditRecordButton onClick={() => onEdit(size)} />
      <DeleteRecordButton />
    </Box>
  );
};

export const EnableSizeButton = ({ size }: { size: SizeRecord }) => {
  const notify = useNotify();
  const [setField, isPending] = useSetField();
  const { name, status } = size;
  const next = status === 'enabled' ? 'disabled' : 'enabled';
  const act = next === 'enabled' ? 'enable' : 'disable';
  const t = useTexts('resources.package-prices', { name });
  return (
    <Button
      size="small"
      loading={isPending}
      aria-label={t(`${act}Of`)}
      onClick={() =>
        void setField(
          size,
          { field: 'status', value: next },
          {
            onSuccess: () => notify(t(next), { type: 'success' }),
            onError: error => notify(error.message, { type: 'error' }),
          },
        )
      }
    >
      {t(act)}
    </Button>
  );
};
