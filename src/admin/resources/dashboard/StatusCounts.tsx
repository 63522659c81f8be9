import { Box, Typography } from '@mui/material';
import type { Choice } from '#contract/action.ts';
import { formatTotal } from '../../../shared/count.ts';
import { Link } from '../../kit/base/Link.tsx';
import { listPath } from '../../kit/base/listSearch.ts';
import { Dot } from '../../kit/field/valueFields.tsx';

interface StatusCountsProps<K extends string> {
  resource: string;
  choices: Record<K, Choice>;
  counts: Record<K, number | null>;
  /** Those that are counted, and how far; the others are known. */
  counted: { states: readonly string[]; most: number };
}

/** How many records stand in each state; each number opens them. */
export const StatusCounts = <K extends string>(props: StatusCountsProps<K>) => {
  const { resource, choices, counts, counted } = props;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))',
      }}
    >
      {(Object.entries(choices) as [K, Choice][]).map(([status, { label, tone }]) => {
        const count = counts[status];
        const most = counted.states.includes(status) ? counted.most : Infinity;
        return (
          <Box
            key={status}
            component={Link}
            to={listPath(resource, { status })}
            sx={{
              display: 'block',
              color: 'text.primary',
              textDecoration: 'none',
              borderRadius: 1,
              '&:hover .count': { color: 'primary.main' },
            }}
          >
            <Typography
              component="span"
              className="count"
              sx={{ display: 'block', fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.3 }}
            >
              {count === null ? '—' : formatTotal(count, most)}
            </Typography>
            <Typography
              component="span"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 0.75,
                fontSize: '0.8125rem',
                color: 'text.secondary',
              }}
            >
              <Dot tone={tone} />
              {label}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
};
