import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { HomeGridPreview } from './HomeGridPreview.tsx';
import type { QuickFunctionRecord } from './quickFunction.ts';

const NEW = 'new';

export interface QuickFunctionDraftProps {
  records: readonly QuickFunctionRecord[];
  record: QuickFunctionRecord | undefined;
}

/** The home page with what is being written in its place. */
export const QuickFunctionDraft = ({ records, record }: QuickFunctionDraftProps) => {
  const values = useWatch() as Partial<QuickFunctionRecord>;
  const id = record?.id ?? NEW;
  const draft = {
    ...record,
    ...values,
    platforms: values.platforms ?? [],
    startTime: values.startTime ?? null,
    endTime: values.endTime ?? null,
    id,
  } as QuickFunctionRecord;
  const shown = record ? records.map(one => (one.id === id ? draft : one)) : [...records, draft];
  return (
    <Box sx={{ display: { xs: 'none', md: 'block' }, pt: 1 }}>
      <HomeGridPreview records={shown} current={id} />
    </Box>
  );
};
