import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface RelatedCardProps {
  title: ReactNode;
  /** At the right of the title. */
  value?: ReactNode;
  lines?: readonly ReactNode[];
  /** Where a tap leads. */
  to?: string;
}

/** One record of a `RelatedTable` on a phone. */
export const RelatedCard = ({ title, value, lines = [], to }: RelatedCardProps) => (
  <Box
    {...(to && { component: Link, to })}
    sx={{ display: 'block', minHeight: 44, color: 'inherit', textDecoration: 'none' }}
  >
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontWeight: 500 }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{title}</Box>
      <Box sx={{ flex: 'none' }}>{value}</Box>
    </Box>
    {lines.filter(Boolean).map((line, at) => (
      <Box key={at} sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {line}
      </Box>
    ))}
  </Box>
);
