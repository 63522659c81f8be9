import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Edit } from 'react-admin';
import { isDamaged, isOnlyMark } from '#dataProvider/damaged.ts';
import { DamagedNotice } from './DamagedNotice.tsx';
import { RecordFailed } from './RecordFailed.tsx';
import { RecordLoading } from './RecordLoading.tsx';

/**
 * An edit page: waits for the server, stays on the page after a save, and distinguishes a missing record from a failed
 * load.
 */
export const RecordEdit = ({ children }: { children: ReactNode }) => (
  <Edit
    mutationMode="pessimistic"
    redirect={false}
    actions={false}
    component={Box}
    queryOptions={{ onError: () => undefined }}
    render={({ record, error, refetch, isFetching, resource }) => {
      if (record?.id !== undefined && !isOnlyMark(record)) {
        return (
          <>
            {isDamaged(record) && <DamagedNotice record={record} editable />}
            {children}
          </>
        );
      }
      return error ? (
        <RecordFailed error={error} refetch={refetch} isFetching={isFetching} resource={resource} />
      ) : (
        <RecordLoading />
      );
    }}
  />
);
