import { Box } from '@mui/material';
import type { Choice } from '#contract/action.ts';
import { listPath } from '../../kit/base/listPath.ts';
import { CountLink } from './CountLink.tsx';

export interface StatusCountsProps<K extends string> {
  resource: string;
  choices: Record<K, Choice>;
  counts: Record<K, number>;
}

/** How many records stand in each state; each number opens them. */
export const StatusCounts = <K extends string>(props: StatusCountsProps<K>) => {
  const { resource, choices, counts } = props;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))',
      }}
    >
      {(Object.entries(choices) as [K, Choice][]).map(([status, { label, tone }]) => (
        <CountLink
          key={status}
          count={counts[status]}
          label={label}
          tone={tone}
          to={listPath(resource, { status })}
        />
      ))}
    </Box>
  );
};
