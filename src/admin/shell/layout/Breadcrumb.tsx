import { Breadcrumbs, Typography } from '@mui/material';
import { useGetOne, useGetRecordRepresentation, useTranslate } from 'react-admin';
import { usePlaceLabel } from '../../kit/base/CanAccess.tsx';
import { useRow } from '../../kit/base/hooks.ts';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { type Place, useHome, useIsOpen, usePlaceOfPage, usePlaces } from '../places.ts';

/** What stands above a resource, from the top. */
const above = (places: Record<string, Place>, name: string): string[] => {
  const parent = places[name]?.options?.parent;
  return parent === undefined ? [] : [...above(places, parent), parent];
};

/** The way to this page: what its resource stands below, its resource's list, and last the record or the page's title. */
export const Breadcrumb = ({ title }: { title: string }) => {
  const translate = useTranslate();
  const labelOf = usePlaceLabel();
  const places = usePlaces();
  const isOpen = useIsOpen();
  const home = useHome();
  const { pathname, resource, rest, id } = usePlaceOfPage();
  const upper = [
    ...(pathname === home ? [] : [home.slice(1)]),
    ...(resource === undefined ? [] : above(places, resource)),
    ...(resource === undefined || rest === '' ? [] : [resource]),
  ].filter(isOpen);
  return (
    <Breadcrumbs
      component="nav"
      aria-label={translate('app.breadcrumb.label')}
      sx={{
        fontSize: '0.8125rem',
        // A line, also while there is no title yet.
        minHeight: 20.4,
        '& .MuiBreadcrumbs-separator': { mx: 0.75 },
        // While this page is loaded, the way to it.
        '& .MuiBreadcrumbs-separator:has(+ li > :empty)': { display: 'none' },
      }}
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
