import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { RecordContextProvider, useListContext } from 'react-admin';
import { PlainList } from '../base/PlainList.tsx';

/** The records of a list one below the other; `children` shows one, from the record context. */
export const CardList = ({ children }: { children: ReactNode }) => {
  const { data = [] } = useListContext();
  return (
    <PlainList sx={{ borderTop: 1, borderColor: 'divider' }}>
      {data.map(record => (
        <RecordContextProvider key={record.id} value={record}>
          <Box
            component="li"
            sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider', '&:last-child': { border: 0 } }}
          >
            {children}
          </Box>
        </RecordContextProvider>
      ))}
    </PlainList>
  );
};
