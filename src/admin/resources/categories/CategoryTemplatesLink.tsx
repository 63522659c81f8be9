import { Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Category } from '#contract/category.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';

/** How many templates belong to a category; leads to them. */
export const CategoryTemplatesLink = ({ label = false }: { label?: boolean }) => {
  const translate = useTranslate();
  const record = useRecord<RecordOf<Category>>();
  const count = record.templateCount ?? 0;
  const text = label
    ? `${translate('resources.categories.fields.templateCount')} ${count}`
    : String(count);
  if (count === 0) return <>{text}</>;
  const filter = encodeURIComponent(JSON.stringify({ categoryIds: record.id }));
  return (
    <MuiLink
      component={Link}
      // Within text a link must be distinguished by more than its colour.
      underline={label ? 'always' : 'hover'}
      to={`/templates?filter=${filter}`}
      onClick={event => event.stopPropagation()}
      aria-label={translate('resources.categories.templates', { name: record.name, count })}
    >
      {text}
    </MuiLink>
  );
};
