import { Box, Typography } from '@mui/material';
import { useResourceContext, useTranslate, useTranslateLabel } from 'react-admin';
import type { Comparison } from './mergeVersions.ts';
import { VersionValue } from './VersionValue.tsx';

export interface MergedFieldsProps {
  comparison: Comparison;
  mine: Record<string, unknown>;
  theirs: Record<string, unknown>;
}

/** Fields merged automatically, shown so that nothing changes unnoticed. */
export const MergedFields = ({ comparison, mine, theirs }: MergedFieldsProps) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const translateLabel = useTranslateLabel();
  const rows = [
    ...comparison.mine.map(field => ({ field, value: mine[field], from: 'mineKept' })),
    ...comparison.theirs.map(field => ({ field, value: theirs[field], from: 'theirsKept' })),
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <Typography variant="subtitle2" sx={{ mb: 0.75 }}>
        {translate('form.conflict.merged')}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
      >
        {rows.map(({ field, value, from }) => (
          <Box
            key={field}
            sx={{
              display: 'grid',
              gap: { xs: 0.25, sm: 2 },
              gridTemplateColumns: { xs: '1fr', sm: '120px 1fr auto' },
              px: 1.5,
              py: 1,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {translateLabel({ source: field, resource })}
            </Box>
            <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
              <VersionValue field={field} value={value} />
            </Box>
            <Typography variant="caption" component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {translate(`form.conflict.${from}`)}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
};
