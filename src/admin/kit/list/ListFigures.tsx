import { Box, Button } from '@mui/material';
import type { QueryKey } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { PlainList } from '../base/PlainList.tsx';
import { useLookedQuery, usePace } from '../base/useLook.ts';
import { PageLink, Quiet } from '../field/valueFields.tsx';

export interface ListFigure {
  label: string;
  value: string;
  /** The records behind it. */
  to?: string | undefined;
  warn?: boolean;
}

export interface ListFiguresProps<R> {
  label: string;
  queryKey: QueryKey;
  read: (options: { quiet?: boolean }) => Promise<R>;
  figures: (answer: R) => readonly ListFigure[];
}

/** What one wants to know before one looks at single records, at the head of their list. */
export const ListFigures = <R,>({ label, queryKey, read, figures }: ListFiguresProps<R>) => {
  const translate = useTranslate();
  const { data, isError, refetch } = useLookedQuery({ queryKey, read, every: usePace() });
  return (
    <PlainList
      aria-label={label}
      aria-busy={data === undefined && !isError}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: { xs: 2, sm: 3 },
        rowGap: 0.5,
        px: 2,
        pb: 1.5,
        minHeight: 32,
        fontSize: '0.8125rem',
      }}
    >
      {data !== undefined &&
        figures(data).map(({ label: name, value, to, warn = false }) => (
          <Box component="li" key={name} sx={{ display: 'flex', gap: 0.75, whiteSpace: 'nowrap' }}>
            <Quiet component="span">{name}</Quiet>
            <Box
              component="span"
              sx={{ fontWeight: 600, ...(warn && { '&, & a': { color: 'warning.main' } }) }}
            >
              {to ? <PageLink to={to}>{value}</PageLink> : value}
            </Box>
          </Box>
        ))}
      {data === undefined && isError && (
        <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Quiet component="span">{translate('list.figuresFailed')}</Quiet>
          <Button size="small" onClick={() => void refetch()}>
            {translate('list.failed.retry')}
          </Button>
        </Box>
      )}
    </PlainList>
  );
};
