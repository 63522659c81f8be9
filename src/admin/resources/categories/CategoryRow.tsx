import AddIcon from '@mui/icons-material/PlaylistAdd';
import { Box, IconButton, Link as MuiLink, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type Category, enabledStatuses } from '#contract/category.ts';
import { editPath, type RecordOf, useRecord } from '../../kit/base/record.ts';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { CategoryDeleteButton } from './CategoryDeleteButton.tsx';
import { CategoryMergeButton } from './CategoryMergeButton.tsx';
import { CategoryTemplatesLink } from './CategoryTemplatesLink.tsx';

export interface CategoryRowProps {
  order?: ReactNode;
  /** Names the parent, if it is not shown above. */
  withParent?: boolean;
}

export const CategoryRow = ({ order, withParent = false }: CategoryRowProps) => {
  const record = useRecord<RecordOf<Category>>();
  const isChild = record.parentId !== '';
  return (
    <OrderedRow
      order={order}
      indented={isChild && !withParent}
      name={<CategoryNameField withParent={withParent} />}
      count={<CategoryTemplatesLink />}
      status={<StatusField choices={enabledStatuses} />}
      time={<TimeField source="updateTime" />}
      actions={
        <RowActions
          first={
            <>
              {!isChild && <AddChildButton parent={record} />}
              <CategoryMergeButton />
            </>
          }
        >
          <CategoryDeleteButton />
        </RowActions>
      }
    />
  );
};

const AddChildButton = ({ parent: { id, name } }: { parent: RecordOf<Category> }) => {
  const translate = useTranslate();
  const source = encodeURIComponent(JSON.stringify({ parentId: id }));
  return (
    <Tooltip title={translate('resources.categories.addChild')}>
      <IconButton
        size="small"
        component={Link}
        to={`/categories/create?source=${source}`}
        aria-label={translate('resources.categories.addChildOf', { name })}
      >
        <AddIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};

/** Picture, name and description; of what is found, the category above it. */
const CategoryNameField = ({ withParent = false }: { withParent?: boolean }) => {
  const { id, name, coverImage, description, parentId } = useRecord<RecordOf<Category>>();
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
