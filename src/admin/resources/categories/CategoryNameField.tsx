import { Box, Link as MuiLink } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Category } from '#contract/category.ts';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { editPath, type RecordOf } from '../../kit/base/record.ts';
import { CategoryTemplatesLink } from './CategoryTemplatesLink.tsx';

/** Picture, name and description; of what is found, the category above it. */
export const CategoryNameField = ({ withParent = false }: { withParent?: boolean }) => {
  const record = useRecordContext<RecordOf<Category>>();
  if (!record) return null;
  const { id, name, coverImage, description, parentId } = record;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PictureTile src={coverImage} name={name} size={parentId && !withParent ? 28 : 36} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={oneLine}>
          {withParent && parentId !== '' && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <ReferenceNames ids={[parentId]} reference="categories" name="name" />
              {' / '}
            </Box>
          )}
          <MuiLink
            component={Link}
            to={editPath('categories', id)}
            sx={{ fontWeight: 500, color: 'text.primary' }}
          >
            {name}
          </MuiLink>
        </Box>
        <Box sx={{ ...oneLine, color: 'text.secondary', fontSize: '0.75rem' }} title={description}>
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            <CategoryTemplatesLink label />
            {description && ' · '}
          </Box>
          {description}
        </Box>
      </Box>
    </Box>
  );
};
