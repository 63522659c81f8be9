import { type ReactNode, useState } from 'react';
import { type RaRecord, RecordContextProvider } from 'react-admin';
import { CloseContext } from '../action/DialogContext.tsx';
import { useCan } from '../base/CanAccess.tsx';

/** For a table whose rows open a dialog that changes their record: what a click does, and the dialog. */
export const useRowDialog = (dialog: ReactNode) => {
  const [record, setRecord] = useState<RaRecord | null>(null);
  const mayEdit = useCan()({ action: 'edit' });
  return {
    rowClick:
      mayEdit &&
      ((_id: unknown, _resource: string, clicked: RaRecord) => {
        setRecord(clicked);
        return false as const;
      }),
    dialog: record && (
      <RecordContextProvider value={record}>
        <CloseContext value={() => setRecord(null)}>{dialog}</CloseContext>
      </RecordContextProvider>
    ),
  };
};
