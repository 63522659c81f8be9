import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
} from '@mui/material';
import { useState } from 'react';
import {
  type RaRecord,
  useDataProvider,
  useGetRecordRepresentation,
  useGetResourceLabel,
  useListContext,
  useRefresh,
  useTranslate,
} from 'react-admin';

interface Outcome {
  name: string;
  /** Why it was not deleted. */
  refusal?: string;
}

/** Deletes the selection one by one and says of each that stayed why. */
export const BulkDeleteRecordsButton = () => {
  const translate = useTranslate();
  const refresh = useRefresh();
  const dataProvider = useDataProvider();
  const { resource = '', selectedIds, data = [], onUnselectItems } = useListContext<RaRecord>();
  const represent = useGetRecordRepresentation(resource);
  const resourceLabel = useGetResourceLabel()(resource, 2);
  const [ids, setIds] = useState<RaRecord['id'][] | null>(null);
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [running, setRunning] = useState(false);

  const run = async (chosen: RaRecord['id'][]) => {
    setRunning(true);
    for (const id of chosen) {
      const record = data.find(one => one.id === id);
      const name = record ? String(represent(record)) : String(id);
      const refusal = await dataProvider
        .delete(resource, { id, ...(record && { previousData: record }) })
        .then(
          () => undefined,
          (error: Error) => error.message,
        );
      setOutcomes(before => [...before, { name, ...(refusal !== undefined && { refusal }) }]);
    }
    setRunning(false);
    refresh();
  };
  const close = () => {
    setIds(null);
    setOutcomes([]);
    if (outcomes.length > 0) onUnselectItems();
  };
  const count = ids?.length ?? 0;
  const finished = count > 0 && outcomes.length === count && !running;
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined);
  return (
    <>
      <Button
        size="small"
        color="error"
        startIcon={<DeleteIcon />}
        onClick={() => setIds([...selectedIds])}
      >
        {translate('list.delete.action')}
      </Button>
      <Dialog
        open={ids !== null}
        onClose={() => !running && close()}
        maxWidth="xs"
        fullWidth
        aria-labelledby="bulk-delete-title"
      >
        <DialogTitle id="bulk-delete-title">
          {translate('list.bulkDelete.title', { count, resource: resourceLabel })}
        </DialogTitle>
        <DialogContent aria-live="polite">
          {outcomes.length === 0 && !running && (
            <DialogContentText>{translate('list.bulkDelete.text')}</DialogContentText>
          )}
          {running && (
            <>
              <DialogContentText gutterBottom>
                {translate('list.bulkDelete.running', { done: outcomes.length, count })}
              </DialogContentText>
              <LinearProgress variant="determinate" value={(outcomes.length / count) * 100} />
            </>
          )}
          {finished && (
            <Alert severity={refused.length > 0 ? 'warning' : 'success'}>
              {refused.length > 0
                ? translate('list.bulkDelete.result', {
                    done: count - refused.length,
                    failed: refused.length,
                  })
                : translate('list.bulkDelete.allDone', { count })}
            </Alert>
          )}
          {refused.map(({ name, refusal }) => (
            <DialogContentText key={name} sx={{ mt: 1 }}>
              <b>{name}</b>
              <br />
              {refusal}
            </DialogContentText>
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={running} autoFocus>
            {translate(finished ? 'list.delete.close' : 'list.delete.cancel')}
          </Button>
          {!finished && (
            <Button
              variant="contained"
              color="error"
              loading={running}
              onClick={() => void run(ids ?? [])}
            >
              {translate('list.delete.confirm')}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  );
};
