import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { entities } from '#contract/entities.ts';
import type { FileReference } from '#contract/file.ts';
import { type CreatePath, useCreatePath, useDataProvider } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink, Quiet } from '../../kit/field/valueFields.tsx';

/** Which records use a picture, each a link to where it could be taken out. */
export const ImageUsers = ({ filePath }: { filePath: string }) => {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { invoke } = useDataProvider();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['adminStorage', 'getReferences', { filePath }],
    queryFn: () => invoke('adminStorage', 'getReferences', { filePath }),
    // It determines whether the picture may be deleted, so it is read again each time.
    staleTime: 0,
  });
  if (error) {
    return (
      <Alert
        severity="error"
        action={
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            {translate('list.failed.retry')}
          </Button>
        }
      >
        {translate('resources.images.users.failed')}
      </Alert>
    );
  }
  if (!data) return <Skeleton width="60%" />;
  if (data.list.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('resources.images.users.none')}
      </Typography>
    );
  }
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('resources.images.users.count', { count: data.list.length })}
      </Typography>
      <PlainList sx={{ mt: 0.5, fontSize: '0.8125rem' }}>
        {data.list.map(reference => {
          const { resource, _id, name } = reference;
          const path = pathOf(reference, createPath);
          return (
            <Box
              component="li"
              key={`${resource} ${_id}`}
              sx={{ display: 'flex', gap: 1, py: 0.5 }}
            >
              <Quiet component="span" sx={{ flex: 'none', minWidth: 64 }}>
                {translate(`resources.images.users.kinds.${resource}`, {
                  _: translate(`auditLogs.kinds.${resource}`),
                })}
              </Quiet>
              {path ? (
                <PageLink to={path} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  {name || _id}
                </PageLink>
              ) : (
                <span>{name || _id}</span>
              )}
            </Box>
          );
        })}
      </PlainList>
    </>
  );
};

const pages: Record<string, string> = {
  quickFunction: '/templates/quick-functions',
  setting: '/settings',
};

/** Where a record that uses a picture is edited. */
const pathOf = ({ resource, _id, name }: FileReference, createPath: CreatePath) => {
  if (resource === 'printOrder')
    return `/print-orders?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`;
  if (pages[resource]) return pages[resource];
  const edited = Object.entries(entities).find(([, { kind }]) => kind === resource)?.[0];
  return edited && createPath({ resource: edited, type: 'edit', id: _id });
};
