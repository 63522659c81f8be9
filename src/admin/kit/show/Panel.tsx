import { Box, Card, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { Quiet } from '../field/valueFields.tsx';

export interface PanelProps {
  title: string;
  /** At the right of the title. */
  action?: ReactNode;
  /** Tables reach the card's edges. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of a record's page. */
export const Panel = ({ title, action, flush = false, children }: PanelProps) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          px: 2,
          pt: 1.5,
          pb: flush ? 1.5 : 0.5,
          minHeight: 48,
        }}
      >
        <Typography id={id} variant="h2" sx={{ fontSize: '0.9375rem' }}>
          {title}
        </Typography>
        {action}
      </Box>
      <Box sx={flush ? undefined : { px: 2, pb: 2 }}>{children}</Box>
    </Card>
  );
};

export interface FactListProps {
  /** Label and value; what is empty shows a dash, what is `undefined` is left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** What is known of a record, to be read and not to be changed. */
export const FactList = ({ facts }: FactListProps) => {
  const translate = useTranslate();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 4,
        rowGap: 1,
        gridTemplateColumns: 'minmax(0, 1fr)',
        fontSize: '0.8125rem',
      }}
    >
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([label, value]) => (
          <Box
            key={label}
            sx={{
              display: 'flex',
              alignItems: 'baseline',
              justifyContent: 'space-between',
              gap: 2,
            }}
          >
            <Quiet component="dt" sx={{ flex: 'none', maxWidth: 0.6, overflowWrap: 'anywhere' }}>
              {label}
            </Quiet>
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
