import { Box, Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { ExportColumn } from '#contract/exportTable.ts';

export interface ExportColumnsProps {
  columns: readonly ExportColumn[];
  /** Paths of those the list shows. */
  shown: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The file's columns: by default those shown by the list. */
export const ExportColumns = ({ columns, shown, chosen, onChange }: ExportColumnsProps) => {
  const translate = useTranslate();
  const id = useId();
  const all = columns.map(({ path }) => path);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 2 }}>
        <Typography id={id} sx={{ flex: 1, fontSize: '0.8125rem', fontWeight: 500 }}>
          {translate('exports.columns', { count: chosen.length, total: all.length })}
        </Typography>
        <Button size="small" onClick={() => onChange([...shown])}>
          {translate('exports.asShown')}
        </Button>
        <Button size="small" onClick={() => onChange(all)}>
          {translate('exports.allColumns')}
        </Button>
      </Box>
      <Box
        role="group"
        aria-labelledby={id}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
          maxHeight: 260,
          overflowY: 'auto',
        }}
      >
        {columns.map(({ path, label }) => (
          <FormControlLabel
            key={path}
            label={label}
            slotProps={{ typography: { sx: { fontSize: '0.8125rem' } } }}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(path)}
                onChange={(_event, checked) =>
                  onChange(all.filter(one => (one === path ? checked : chosen.includes(one))))
                }
              />
            }
          />
        ))}
      </Box>
    </>
  );
};
