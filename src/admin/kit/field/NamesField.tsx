import { Box } from '@mui/material';
import { useGetManyAggregate, useGetRecordRepresentation, useRecordContext } from 'react-admin';
import { useCan } from '../base/CanAccess.tsx';
import { None, oneLine } from './valueFields.tsx';

interface Reference {
  reference: string;
  /** The field that names a record, where its resource's representation is not wanted. */
  name?: string;
}

/** The names of records, from one call for the whole page; nothing is asked of those that the role does not see. */
export const ReferenceNames = ({ ids, reference, name }: Reference & { ids: string[] }) => {
  const represent = useGetRecordRepresentation(reference);
  const mayRead = useCan()({ resource: reference, action: 'list' });
  const { data = [] } = useGetManyAggregate<{ id: string } & Record<string, unknown>>(
    reference,
    { ids },
    { enabled: mayRead && ids.length > 0, staleTime: 30_000 },
  );
  if (!mayRead) return <None />;
  const names = data
    .filter(Boolean)
    .map(record => String(name ? (record[name] ?? '') : represent(record)))
    .join('、');
  return <span title={names}>{names}</span>;
};

/** The names of the records a field refers to, in one line. */
export const NamesField = ({ source, ...reference }: Reference & { source: string }) => {
  const value = useRecordContext()?.[source] as string | string[] | undefined;
  const ids = (Array.isArray(value) ? value : [value])
    .filter(id => id !== undefined)
    .filter(id => id !== '');
  if (ids.length === 0) return <None />;
  return (
    <Box sx={{ ...oneLine, maxWidth: 160 }}>
      <ReferenceNames ids={ids} {...reference} />
    </Box>
  );
};
