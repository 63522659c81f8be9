import { Box } from '@mui/material';
import {
  type Identifier,
  type RaRecord,
  useGetMany,
  useGetRecordRepresentation,
  useListContext,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { PlainList } from '../base/PlainList.tsx';
import { oneLine, Quiet } from '../field/valueFields.tsx';

/** Beyond this many records only their number is shown. */
const NAMED = 3;

/** What the record around is called; '' where there is none, or none that has a name. */
export const useRecordName = (props: { record?: RaRecord; resource?: string } = {}): string => {
  const record = useRecordContext(props);
  const represent = useGetRecordRepresentation(useResourceContext(props) ?? '');
  const name = record ? String(represent(record) ?? '') : '';
  // react-admin's last resort.
  return name === `#${record?.id}` ? '' : name;
};

/** Those of the ids that the list around does not show at the moment: on other pages, or hidden by a filter. */
export const useOffPage = (ids: readonly Identifier[]): Identifier[] => {
  const { data = [] } = useListContext();
  const shown = new Set(data.map(({ id }) => id));
  return ids.filter(id => !shown.has(id));
};

export interface RecordNamesProps {
  /** What an action is about: ids, and what is known of the records. */
  records: readonly RaRecord[];
}

/** The first records by name and the number of all; those that are not on the page are marked. */
export const RecordNames = ({ records }: RecordNamesProps) => {
  const translate = useTranslate();
  const offPage = new Set(useOffPage(records.map(({ id }) => id)));
  const away = records.filter(({ id }) => offPage.has(id));
  const here = records.filter(({ id }) => !offPage.has(id));
  return (
    <>
      {here.length > 0 && <Names records={here} />}
      {away.length > 0 && (
        <>
          {translate(here.length > 0 ? 'action.offPage.some' : 'action.offPage.all', {
            count: away.length,
          })}
          <Names records={away} />
        </>
      )}
    </>
  );
};

const Names = ({ records }: RecordNamesProps) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const represent = useGetRecordRepresentation(resource);
  const named = records.slice(0, NAMED);
  const ids = named.filter(record => Object.keys(record).length === 1).map(({ id }) => id);
  const { data = [], isPending } = useGetMany(resource, { ids }, { enabled: ids.length > 0 });
  const read = new Map(data.filter(Boolean).map(record => [record.id, record]));
  const nameOf = (record: RaRecord) => {
    if (!ids.includes(record.id)) return represent(record);
    const found = read.get(record.id);
    return found ? represent(found) : isPending ? '…' : String(record.id);
  };
  return (
    <PlainList sx={{ mt: 0.5, mb: 1.5, color: 'text.primary' }}>
      {named.map(record => (
        <Box key={record.id} component="li" sx={oneLine}>
          {nameOf(record)}
        </Box>
      ))}
      {records.length > NAMED && (
        <Quiet component="li">{translate('action.andMore', { count: records.length })}</Quiet>
      )}
    </PlainList>
  );
};
