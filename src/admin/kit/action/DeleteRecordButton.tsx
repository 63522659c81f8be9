import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { Children, type ReactNode, useState } from 'react';
import {
  useDelete,
  useGetRecordRepresentation,
  useGetResourceLabel,
  useNotify,
  useRecordContext,
  useRedirect,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { codes } from '#contract/envelope.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useTexts } from '../base/hooks.ts';
import { RecordButton } from './RecordButton.tsx';

export interface DeleteRecordButtonProps {
  /** What deleting this very record means, from the texts of the resource's `delete`; by default the resource's own message `delete.effect`. */
  facts?: (t: ReturnType<typeof useTexts>, record: never) => ReactNode;
  /** From the page of the record back to the list. */
  redirect?: 'list';
  onDeleted?: () => void;
  variant?: 'icon' | 'text';
}

/** Confirms with the facts, waits for the server, and shows its refusal in the dialog. */
export const DeleteRecordButton = ({
  facts,
  redirect,
  onDeleted,
  variant,
}: DeleteRecordButtonProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const navigate = useRedirect();
  const resource = useResourceContext() ?? '';
  const t = useTexts(`resources.${resource}.delete`);
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
          const usual = translate('list.delete.done', { name });
          // A resource whose records do not go at once says so itself.
          notify(t('done', { name, _: usual }), { type: 'success' });
          if (redirect) navigate(redirect, resource);
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
  return (
    <>
      <RecordButton
        variant={variant}
        icon={<DeleteIcon fontSize="small" />}
        action={translate('list.delete.action')}
        label={translate('list.delete.of', { name })}
        color="error"
        onClick={start}
      />
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
          <DialogContentText component="div">
            {Children.toArray(facts?.(t, record as never) ?? t('effect')).map((fact, at) => (
              <div key={at}>{fact}</div>
            ))}
          </DialogContentText>
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

/** The button of a resource whose records say more of what deleting them means. */
export const deleteButton = (facts: NonNullable<DeleteRecordButtonProps['facts']>) => {
  const ResourceDeleteButton = (props: DeleteRecordButtonProps) => (
    <DeleteRecordButton {...props} facts={facts} />
  );
  return ResourceDeleteButton;
};
