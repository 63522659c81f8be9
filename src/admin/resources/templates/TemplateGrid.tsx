import { Box, Skeleton } from '@mui/material';
import { BulkActionsToolbar, RecordContextProvider, useListContext } from 'react-admin';
import type { Template } from '#contract/template.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';
import { TemplateBulkActions } from './TemplateBulkActions.tsx';
import { TemplateTile } from './TemplateTile.tsx';

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(184px, 1fr))',
  gap: 2,
  p: 2,
  m: 0,
  listStyle: 'none',
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** Templates as visitors see them: by their covers. */
export const TemplateGrid = () => {
  const { data = [] } = useListContext<RecordOf<Template>>();
  return (
    <>
      <BulkActionsToolbar>
        <TemplateBulkActions />
      </BulkActionsToolbar>
      <Box component="ul" sx={grid}>
        {data.map(record => (
          <RecordContextProvider key={record.id} value={record}>
            <TemplateTile />
          </RecordContextProvider>
        ))}
      </Box>
    </>
  );
};

const TILES = 10;

export const TemplateGridSkeleton = () => (
  <Box aria-busy sx={grid}>
    {Array.from({ length: TILES }, (_, at) => (
      <div key={at}>
        <Skeleton variant="rounded" sx={{ width: 1, height: 'auto', aspectRatio: '3 / 4' }} />
        <Skeleton width={`${70 - ((at * 11) % 30)}%`} sx={{ mt: 1 }} />
        <Skeleton width="45%" />
      </div>
    ))}
  </Box>
);
