import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

export interface FactListProps {
  /** Label and value; what is empty shows a dash, what is `undefined` is left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Side by side where there is room. */
  columns?: number;
}

/** What is known of a record, to be read and not to be changed. */
export const FactList = ({ facts, columns = 1 }: FactListProps) => {
  const translate = useTranslate();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 4,
        rowGap: 1,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${columns}, minmax(0, 1fr))` },
        fontSize: '0.8125rem',
      }}
    >
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([label, value]) => (
          <Box key={label} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Box component="dt" sx={{ color: 'text.secondary', flex: 'none' }}>
              {label}
            </Box>
            <Box
              component="dd"
              sx={{ m: 0, minWidth: 0, textAlign: 'right', overflowWrap: 'anywhere' }}
            >
              {value === null || value === '' ? translate('list.none') : value}
            </Box>
          </Box>
        ))}
    </Box>
  );
};
