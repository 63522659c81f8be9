import { Checkbox, type CheckboxProps } from '@mui/material';
import { useListContext } from 'react-admin';
import { useCan } from '../base/CanAccess.tsx';
import { useRecord } from '../base/hooks.ts';

/** Selects a record that is shown as a picture, for those who may change it. */
export const TileCheckbox = ({ label, sx }: { label: string } & Pick<CheckboxProps, 'sx'>) => {
  const { id } = useRecord();
  const { selectedIds, onToggleItem } = useListContext();
  return useCan()({ action: 'edit' }) ? (
    <Checkbox
      size="small"
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { 'aria-label': label } }}
      sx={[
        {
          position: 'absolute',
          p: 0.5,
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:hover': { bgcolor: 'background.paper' },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    />
  ) : null;
};
