import {
  type Identifier,
  type RaRecord,
  useDataProvider,
  useResourceContext,
  useUpdate,
} from 'react-admin';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';

interface Callbacks {
  onSuccess?: (record: RaRecord) => void;
  onError?: (error: Error) => void;
}

/** Sets one field of a record at the version read, and updates the record wherever it is shown. */
export const useSetField = () => {
  const resource = useResourceContext() ?? '';
  const dataProvider = useDataProvider<AdminDataProvider>();
  const [update, { isPending }] = useUpdate<RaRecord>(
    resource,
    {},
    {
      mutationMode: 'pessimistic',
      mutationFn: async params => {
        const { id, data, previousData } = params as {
          id: Identifier;
          data: Record<string, unknown>;
          previousData: RaRecord;
        };
        const rev = previousData['rev'] as number | undefined;
        const [[field, value] = ['', undefined]] = Object.entries(data);
        const { data: record } = await dataProvider.setField(resource, {
          id,
          field,
          value,
          previousValue: previousData[field],
          ...(rev !== undefined && { rev }),
        });
        return record;
      },
    },
  );
  const setField = (
    record: RaRecord,
    { field, value }: { field: string; value: unknown },
    { onSuccess, onError }: Callbacks = {},
  ) =>
    update(
      resource,
      {
        id: record.id,
        data: { [field]: value },
        previousData: record,
      },
      {
        onSuccess: saved => onSuccess?.(saved),
        onError: error => onError?.(error as Error),
      },
    );
  return [setField, isPending] as const;
};
