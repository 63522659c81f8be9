import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { ListContextProvider, useListContext } from 'react-admin';
import { isDamaged } from '#dataProvider/damaged.ts';
import { DamagedRecords } from './DamagedRecords.tsx';
import { ListEmpty } from './ListEmpty.tsx';
import { ListFailed, ListStale } from './ListFailed.tsx';
import { SelectionScopeProvider } from './SelectionScope.tsx';
import { useTableFit } from './useTableFit.ts';

const ROWS = 8;

/** As high as the rows, so that the layout does not shift. */
const ListLoading = () => (
  <Box aria-busy sx={{ borderTop: 1, borderColor: 'divider' }}>
    {Array.from({ length: ROWS }, (_, row) => (
      <Box
        key={row}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          height: 57,
          px: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Skeleton variant="rounded" width={30} height={40} sx={{ flex: 'none' }} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width={`${32 - ((row * 7) % 13)}%`} />
          <Skeleton width={`${22 - ((row * 5) % 9)}%`} />
        </Box>
        <Skeleton width="8%" />
        <Skeleton width="6%" sx={{ display: { xs: 'none', sm: 'block' } }} />
        <Skeleton width="10%" sx={{ display: { xs: 'none', sm: 'block' } }} />
      </Box>
    ))}
  </Box>
);

/** Loading, failed, empty and loaded each look different. */
export const ListBody = ({ children, loading }: { children: ReactNode; loading?: ReactNode }) => {
  const list = useListContext();
  const { data, error, isPending, isPlaceholderData, total } = list;
  const [body, isWide] = useTableFit();
  if (error && !data) return <ListFailed />;
  if (isPending) return loading ?? <ListLoading />;
  if (!data?.length || total === 0) return <ListEmpty />;
  const damaged = data.filter(isDamaged);
  return (
    <>
      {error && <ListStale />}
      {damaged.length > 0 && <DamagedRecords records={damaged} />}
      <Box
        ref={body}
        data-wide={isWide || undefined}
        aria-busy={isPlaceholderData}
        sx={{ opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 0.15s 0.1s' }}
      >
        {damaged.length === 0 ? (
          <SelectionScopeProvider>{children}</SelectionScopeProvider>
        ) : (
          // Damaged records lack the columns' fields, so the table and the cards do not get them.
          <ListContextProvider
            value={{ ...list, data: data.filter(record => !isDamaged(record)) } as typeof list}
          >
            <SelectionScopeProvider>{children}</SelectionScopeProvider>
          </ListContextProvider>
        )}
      </Box>
    </>
  );
};
