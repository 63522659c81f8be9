import TrashIcon from '@mui/icons-material/DeleteOutlined';
import { ToggleButton } from '@mui/material';
import { useListContext } from 'react-admin';
import { useFilter } from '../../kit/list/useFilter.ts';

/** Between the pictures in use and those in the trash. */
export const ImageTrashButton = ({ label }: { label: string }) => {
  const { meta } = useListContext();
  const [status, setStatus] = useFilter<string>('status');
  const count = (meta as { counts?: Record<string, number> } | undefined)?.counts?.['trash'];
  const inTrash = status === 'trash';
  return (
    <ToggleButton
      value="trash"
      size="small"
      selected={inTrash}
      onChange={() => setStatus(inTrash ? undefined : 'trash')}
      sx={{ gap: 0.5, px: 1.25, py: 0.25, textTransform: 'none', fontSize: '0.8125rem' }}
    >
      <TrashIcon sx={{ fontSize: 18 }} />
      {label}
      {count ? ` ${count}` : ''}
    </ToggleButton>
  );
};
