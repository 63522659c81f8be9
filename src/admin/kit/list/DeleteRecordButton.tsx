import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  IconButton,
  Tooltip,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  useDelete,
  useGetRecordRepresentation,
  useGetResourceLabel,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { codes } from '#contract/envelope.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';

export interface DeleteRecordButtonProps {
  /** The effect of deleting this record. */
  facts: ReactNode;
  onDeleted?: () => void;
  variant?: 'icon' | 'text';
}

/** Confirms with the facts, waits for the server, and shows its refusal in the dialog. */
export const DeleteRecordButton = ({
  facts,
  onDeleted,
  variant = 'icon',
}: DeleteRecordButtonProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource)(record));
  const resourceLabel = useGetResourceLabel()(resource, 1);
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [remove, { isPending }] = useDelete();
  if (!record) return null;

  const start = () => {
    setRefusal('');
    setOpen(true);
  };
  const confirm = () =>
    void remove(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          setOpen(false);
          notify('list.delete.done', { type: 'success', messageArgs: { name } });
          onDeleted?.();
        },
        onError: error => {
          const { message, body } = error as ActionFailure;
          setRefusal(message);
          // Somebody else was faster: the page behind shows the current state.
          if (body?.code === codes.conflict) refresh();
        },
      },
    );
  const label = translate('list.delete.of', { name });
  return (
    <>
      {variant === 'icon' ? (
        <Tooltip title={translate('list.delete.action')}>
          <IconButton size="small" aria-label={label} onClick={start}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : (
        <Button color="error" startIcon={<DeleteIcon />} aria-label={label} onClick={start}>
          {translate('list.delete.action')}
        </Button>
      )}
      <Dialog
        open={open}
        onClose={() => !isPending && setOpen(false)}
        onClick={event => event.stopPropagation()}
        maxWidth="xs"
        fullWidth
        aria-labelledby="delete-title"
      >
        <DialogTitle id="delete-title">
          {translate('list.delete.title', { resource: resourceLabel, name })}
        </DialogTitle>
        <DialogContent>
          <DialogContentText component="div">{facts}</DialogContentText>
          {refusal && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {refusal}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)} disabled={isPending} autoFocus>
            {translate(refusal ? 'list.delete.close' : 'list.delete.cancel')}
          </Button>
          {!refusal && (
            <Button variant="contained" color="error" onClick={confirm} loading={isPending}>
              {translate('list.delete.confirm')}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  );
};
