import { Alert, AlertTitle, Box } from '@mui/material';
import { useResourceContext, useResourceDefinition, useTranslate } from 'react-admin';
import type { Damaged } from '#dataProvider/damaged.ts';
import { useCreatePath, useFieldNames } from '../base/hooks.ts';
import { PageLink } from '../field/valueFields.tsx';

/** The records of a list that cannot be shown: their ids, broken fields and links. */
export const DamagedRecords = ({ records }: { records: readonly Damaged[] }) => {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const resource = useResourceContext() ?? '';
  const { hasEdit, hasShow } = useResourceDefinition();
  const namesOf = useFieldNames(resource);
  const type = hasEdit ? 'edit' : 'show';
  return (
    <Alert severity="warning" sx={{ borderRadius: 0 }}>
      <AlertTitle>{translate('list.damaged.title', { count: records.length })}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {records.map(({ id, damaged }) => (
          <li key={id}>
            {hasEdit || hasShow ? (
              <PageLink to={createPath({ resource, type, id })} color="inherit">
                {String(id)}
              </PageLink>
            ) : (
              String(id)
            )}
            {translate('list.damaged.fields', { fields: namesOf(damaged) })}
          </li>
        ))}
      </Box>
    </Alert>
  );
};
