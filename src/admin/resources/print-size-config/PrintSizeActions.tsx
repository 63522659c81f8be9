import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, Tooltip } from '@mui/material';
import { useNotify, useRecordContext, useTranslate } from 'react-admin';
import { DeleteRecordButton } from '../../kit/list/DeleteRecordButton.tsx';
import { useSetField } from '../../kit/list/useSetField.ts';
import type { SizeRecord } from './printSize.ts';

export interface PrintSizeActionsProps {
  onEdit: (size: SizeRecord) => void;
}

/** The end of a row; clicking here does not open it. */
export const PrintSizeActions = ({ onEdit }: PrintSizeActionsProps) => {
  const translate = useTranslate();
  const size = useRecordContext<SizeRecord>();
  if (!size) return null;
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end' }}
    >
      <EnableSizeButton size={size} />
      <Tooltip title={translate('list.edit')}>
        <IconButton
          size="small"
          aria-label={translate('list.editOf', { name: size.name })}
          onClick={() => onEdit(size)}
        >
          <EditIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <DeleteRecordButton facts={translate('resources.print-size-config.delete.effect')} />
    </Box>
  );
};

export const EnableSizeButton = ({ size }: { size: SizeRecord }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const [setField, isPending] = useSetField();
  const { name, status } = size;
  const next = status === 'enabled' ? 'disabled' : 'enabled';
  const act = next === 'enabled' ? 'enable' : 'disable';
  const t = (key: string) => translate(`resources.package-prices.${key}`, { name });
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
