import { Box, type BoxProps, Button } from '@mui/material';
import type { ReactNode } from 'react';
import {
  RecordContextProvider,
  useListContext,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { useCan } from '../base/CanAccess.tsx';
import { useCreatePath, useRecord } from '../base/hooks.ts';
import { PlainList } from '../base/PlainList.tsx';
import { Quiet } from '../field/valueFields.tsx';
import { useRowNews } from './LiveList.tsx';

export interface RecordCardProps {
  title: ReactNode;
  status: ReactNode;
  facts?: ReactNode;
  actions?: ReactNode;
}

/** The first line of a card: what it is about, and its state. */
export const CardHead = ({ title, status }: Pick<RecordCardProps, 'title' | 'status'>) => (
  <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>{title}</Box>
    <Box sx={{ fontSize: '0.8125rem', pt: 0.25 }}>{status}</Box>
  </Box>
);

/** A record on a phone, with actions a thumb can hit. */
export const RecordCard = ({ title, status, facts, actions }: RecordCardProps) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const to = useCreatePath()({ resource, type: 'edit', id: useRecord().id });
  const { hasEdit } = useResourceDefinition();
  const isEdited = useCan()({ action: 'edit' }) && hasEdit;
  return (
    <>
      <CardHead title={title} status={status} />
      <CardActions sx={{ mt: 1 }}>
        <Quiet small sx={{ flex: 1, minWidth: 0 }}>
          {facts}
        </Quiet>
        {actions}
        <Button variant="outlined" component={Link} to={to}>
          {translate(isEdited ? 'list.edit' : 'list.open')}
        </Button>
      </CardActions>
    </>
  );
};

/** What is done with a record on a phone: buttons that a thumb can hit. */
export const CardActions = ({ sx = [], ...box }: BoxProps) => (
  <Box
    {...box}
    sx={[
      {
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        '& .MuiButton-root': { minHeight: 44 },
        '& .MuiIconButton-root': { minWidth: 44, minHeight: 44 },
      },
      ...(Array.isArray(sx) ? sx : [sx]),
    ]}
  />
);

/** The records of a list one below the other; `children` shows one, from the record context. */
export const CardList = ({ children }: { children: ReactNode }) => {
  const { data = [] } = useListContext();
  return (
    <PlainList sx={{ borderTop: 1, borderColor: 'divider' }}>
      {data.map(record => (
        <RecordContextProvider key={record.id} value={record}>
          <ListedCard>{children}</ListedCard>
        </RecordContextProvider>
      ))}
    </PlainList>
  );
};

const ListedCard = ({ children }: { children: ReactNode }) => (
  <Box
    component="li"
    data-news={useRowNews(useRecord().id)}
    sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider', '&:last-child': { border: 0 } }}
  >
    {children}
  </Box>
);
