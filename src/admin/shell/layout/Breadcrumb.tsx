import { Breadcrumbs, Typography } from '@mui/material';
import { useGetOne, useGetRecordRepresentation, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { decodeSegment } from '../../../addresses.ts';
import { useRow } from '../../kit/base/hooks.ts';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { HOME, type Place, placeAt, useIsOpen, usePlaceLabel, usePlaces } from '../places.ts';

/** What stands above a resource, from the top. */
const above = (places: Record<string, Place>, name: string): string[] => {
  const parent = places[name]?.options?.parent;
  return parent === undefined ? [] : [...above(places, parent), parent];
};

/** The record of an address below its resource's, `edit/7`, `7` or `7/logs`; none of `create` and of further pages. */
const recordAt = (place: Place, rest: string): string | undefined => {
  const [first = '', second = ''] = rest.split('/');
  if (first === '' || first === 'create' || place.options?.pages?.includes(first)) return undefined;
  return decodeSegment(first === 'edit' ? second : first);
};

/** The way to this page: what its resource stands below, its resource's list, and last the record or the page's title. */
export const Breadcrumb = ({ title }: { title: string }) => {
  const translate = useTranslate();
  const labelOf = usePlaceLabel();
  const { pathname } = useLocation();
  const places = usePlaces();
  const isOpen = useIsOpen();
  const resource = placeAt(pathname, Object.keys(places));
  const place = resource === undefined ? undefined : places[resource];
  const rest = resource === undefined ? '' : pathname.slice(resource.length + 2);
  const id = place && recordAt(place, rest);
  const upper = [
    ...(pathname === HOME ? [] : [HOME.slice(1)]),
    ...(resource === undefined ? [] : above(places, resource)),
    ...(resource === undefined || rest === '' ? [] : [resource]),
  ].filter(isOpen);
  return (
    <Breadcrumbs
      component="nav"
      aria-label={translate('app.breadcrumb.label')}
      sx={{ fontSize: '0.8125rem', '& .MuiBreadcrumbs-separator': { mx: 0.75 } }}
    >
      {upper.map(name => (
        <PageLink key={name} to={`/${name}`} sx={{ fontSize: 'inherit', color: 'text.secondary' }}>
          {labelOf(name)}
        </PageLink>
      ))}
      <Typography aria-current="page" noWrap sx={{ fontSize: 'inherit', maxWidth: 320 }}>
        {resource !== undefined && id ? (
          <RecordName key={`${resource}/${id}`} resource={resource} id={id} title={title} />
        ) : (
          title
        )}
      </Typography>
    </Breadcrumbs>
  );
};

interface RecordNameProps {
  resource: string;
  id: string;
  /** Until the record is there. */
  title: string;
}

/** Uses the record that the page below fetches, and the row until then; never fetches itself. */
const RecordName = ({ resource, id, title }: RecordNameProps) => {
  const placeholderData = useRow(resource, id);
  const { data, error } = useGetOne(resource, { id }, { enabled: false, placeholderData });
  const represent = useGetRecordRepresentation(resource);
  const translate = useTranslate();
  if (data) return represent(data);
  return error ? translate('app.pages.notFound') : title;
};
