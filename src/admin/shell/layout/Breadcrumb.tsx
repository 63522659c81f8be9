import { Breadcrumbs, Link as MuiLink, Skeleton, Typography } from '@mui/material';
import { useGetOne, useGetRecordRepresentation, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { HOME, type PageHere, pageAt, ancestorsOf } from '../pages.ts';

export const Breadcrumb = ({ page }: { page: PageHere }) => {
  const translate = useTranslate();
  const above = [pageAt(HOME), ...ancestorsOf(page)].filter(
    upper => upper !== undefined && upper.path !== page.path,
  );
  return (
    <Breadcrumbs
      component="nav"
      aria-label={translate('app.breadcrumb.label')}
      sx={{ fontSize: '0.8125rem', '& .MuiBreadcrumbs-separator': { mx: 0.75 } }}
    >
      {above.map(upper => (
        <MuiLink
          key={upper?.path}
          component={Link}
          to={upper?.path ?? HOME}
          sx={{ fontSize: 'inherit', color: 'text.secondary' }}
        >
          {translate(upper?.title ?? '')}
        </MuiLink>
      ))}
      <Typography aria-current="page" noWrap sx={{ fontSize: 'inherit', maxWidth: 320 }}>
        {page.resource && page.id ? (
          <RecordName resource={page.resource} id={page.id} />
        ) : (
          translate(page.title)
        )}
      </Typography>
    </Breadcrumbs>
  );
};

/** Uses the record that the page below fetches; never fetches itself. */
const RecordName = ({ resource, id }: { resource: string; id: string }) => {
  const { data, error } = useGetOne(resource, { id }, { enabled: false });
  const represent = useGetRecordRepresentation(resource);
  const translate = useTranslate();
  if (data) return represent(data);
  return error ? translate('app.pages.notFound') : <Skeleton width={96} />;
};
