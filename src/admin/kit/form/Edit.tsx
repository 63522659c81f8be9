import { Box } from '@mui/material';
import { Fragment } from 'react';
import { Edit as RaEdit, type EditProps as RaEditProps } from 'react-admin';
import { isDamaged, isOnlyMark } from '#dataProvider/damaged.ts';
import { useRowOfPage } from '../base/hooks.ts';
import { type FormWidth, formWidths } from './formWidths.ts';
import { DamagedNotice, RecordFailed, RecordLoading } from './RecordStates.tsx';

export interface EditProps extends Omit<RaEditProps, 'render'> {
  width?: FormWidth;
}

/**
 * react-admin's `Edit`, which opens with the row that a list has, waits for the server, stays on the page after a save,
 * and distinguishes a missing record from a failed load. The card belongs to the form's sections.
 */
export const Edit = ({
  width = 'narrow',
  redirect = false,
  queryOptions,
  children,
  ...props
}: EditProps) => {
  const row = useRowOfPage(props);
  return (
    <Box sx={{ maxWidth: formWidths[width] }}>
      <RaEdit
        mutationMode="pessimistic"
        actions={false}
        component={Box}
        // The page around has asked already, and opens it for reading too.
        disableAuthentication
        {...props}
        redirect={redirect}
        queryOptions={{ onError: () => undefined, placeholderData: row, ...queryOptions }}
        render={({ record, error, refetch, isFetching, resource }) => {
          if (record?.id !== undefined && !isOnlyMark(record)) {
            return (
              // What a form remembers is about its record.
              <Fragment key={record.id}>
                {isDamaged(record) && <DamagedNotice record={record} editable />}
                {children}
              </Fragment>
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
            <RecordLoading hasHead />
          );
        }}
      />
    </Box>
  );
};
