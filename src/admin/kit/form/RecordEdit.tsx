import { Box } from '@mui/material';
import { Edit } from 'react-admin';
import { isDamaged, isOnlyMark } from '#dataProvider/damaged.ts';
import { ExactAddress } from '../base/ExactAddress.tsx';
import { DamagedNotice } from './DamagedNotice.tsx';
import { type FormWidth, formWidths } from './formWidths.ts';
import { RecordFailed } from './RecordFailed.tsx';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';
import { RecordLoading } from './RecordLoading.tsx';

export interface RecordEditProps extends RecordFormProps {
  width?: FormWidth;
}

/**
 * An edit page: waits for the server, stays on the page after a save, and distinguishes a missing record from a failed
 * load.
 */
export const RecordEdit = ({ width = 'narrow', ...form }: RecordEditProps) => (
  <ExactAddress>
    <Box sx={{ maxWidth: formWidths[width] }}>
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
                <RecordForm {...form} />
              </>
            );
          }
          return error ? (
            <RecordFailed
              error={error}
              refetch={refetch}
              isFetching={isFetching}
              resource={resource}
            />
          ) : (
            <RecordLoading />
          );
        }}
      />
    </Box>
  </ExactAddress>
);
