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
import { Children, type ReactNode, Suspense, useState } from 'react';
import {
  type DeleteButtonProps as RaDeleteButtonProps,
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
import { useCan } from '../base/CanAccess.tsx';
import { type AnyRecord, type RecordOf, useTexts } from '../base/hooks.ts';
import { StockDeleteButton } from '../base/stock.ts';
import { RecordButton } from './RecordButton.tsx';

type Texts = ReturnType<typeof useTexts>;

export interface DeleteButtonProps extends Pick<
  RaDeleteButtonProps,
  'mutationMode' | 'mutationOptions' | 'record' | 'redirect' | 'resource'
> {
  /** What deleting means, also from the resource's texts `delete` for this very record; by default its `delete.effect`. */
  confirmContent?: ReactNode | ((t: Texts, record: never) => ReactNode);
  /** After the notification. */
  onDeleted?: () => void;
  label?: string;
  variant?: 'icon' | 'text';
}

/**
 * react-admin's `DeleteButton`, which confirms with the facts, waits for the server, and shows its refusal in the
 * dialog. In another `mutationMode` it is react-admin's own.
 */
export const DeleteButton = (props: DeleteButtonProps) => {
  const { variant: _variant, confirmContent: _content, onDeleted: _deleted, ...stock } = props;
  return (props.mutationMode ?? 'pessimistic') === 'pessimistic' ? (
    <ConfirmedDelete {...props} />
  ) : (
    <Suspense>
      <StockDeleteButton {...stock} />
    </Suspense>
  );
};

const ConfirmedDelete = ({
  label = 'list.delete.action',
  confirmContent,
  mutationOptions,
  redirect,
  onDeleted,
  variant,
  ...props
}: DeleteButtonProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const navigate = useRedirect();
  const resource = useResourceContext(props) ?? '';
  const t = useTexts(`resources.${resource}.delete`);
  const record = useRecordContext(props);
  const name = String(useGetRecordRepresentation(resource)(record));
  const resourceLabel = useGetResourceLabel()(resource, 1);
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [remove, { isPending }] = useDelete();
  const mayDelete = useCan()({ action: 'delete', resource });
  if (!record || !mayDelete) return null;
  const facts =
    typeof confirmContent === 'function' ? confirmContent(t, record as never) : confirmContent;

  const start = () => {
    setRefusal('');
    setOpen(true);
  };
  const confirm = () =>
    void remove(
      resource,
      { id: record.id, previousData: record },
      {
        ...mutationOptions,
        mutationMode: 'pessimistic',
        onSuccess: (...answer) => {
          setOpen(false);
          if (mutationOptions?.onSuccess) return mutationOptions.onSuccess(...answer);
          const usual = translate('list.delete.done', { name });
          // A resource whose records do not go at once says so itself.
          notify(t('done', { name, _: usual }), { type: 'success' });
          if (redirect) navigate(redirect, resource);
          onDeleted?.();
          return undefined;
        },
        onError: error => {
          const { message, body } = error as ActionFailure;
          setRefusal(message);
          // Another administrator was faster: the page behind shows the current state.
          if (body?.code === codes.conflict) refresh();
        },
      },
    );
  return (
    <>
      <RecordButton
        variant={variant}
        icon={<DeleteIcon fontSize="small" />}
        action={translate(label)}
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
            {Children.toArray(facts ?? t('effect')).map((fact, at) => (
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
export const deleteButton = <R extends AnyRecord>(
  confirmContent: (t: Texts, record: RecordOf<R>) => ReactNode,
) => {
  const ResourceDeleteButton = (props: DeleteButtonProps) => (
    <DeleteButton {...props} confirmContent={confirmContent} />
  );
  return ResourceDeleteButton;
};
