import AddIcon from '@mui/icons-material/PlaylistAdd';
import { Box, IconButton, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Category, categoryEntity } from '#contract/category.ts';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { oneLine, PageLink, Quiet, StatusField, TimeField } from '../../kit/field/valueFields.tsx';
import { RowActions } from '../../kit/list/DataTable.tsx';
import { EditableTable } from '../../kit/list/EditableTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { OrderedRecords, useOrderedRecords } from '../../kit/list/OrderedRecords.tsx';
import { OrderedHead, OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { CategoryDeleteButton } from './CategoryDeleteButton.tsx';
import { CategoryMergeButton } from './CategoryMergeButton.tsx';

export const CategoryList = () => (
  <List
    whole
    sort={{ field: 'sort', order: 'DESC' }}
    statuses={enabledStatuses}
    searchable
    editTable={<EditableTable entity={categoryEntity} fields={['sort']} />}
  >
    <CategoryTree />
  </List>
);

/** The categories of two levels, each among its siblings in their order; of a search what was found, without one. */
const CategoryTree = () => {
  const { records, order } = useOrderedRecords<Category>();
  return (
    <>
      <OrderedHead isOrdered={Boolean(order)} count="templateCount" />
      {order ? (
        <Branch records={records} order={order} parentId="" />
      ) : (
        <OrderedRecords label="" records={records} order={undefined}>
          {() => <CategoryRow withParent />}
        </OrderedRecords>
      )}
    </>
  );
};

interface BranchProps {
  records: RecordOf<Category>[];
  order: (some: RecordOf<Category>[]) => void;
  /** '' for the first level. */
  parentId: string;
}

/** The categories under one, each with those under it. */
const Branch = ({ records, order, parentId }: BranchProps) => {
  const t = useTexts('resources.categories');
  const parent = records.find(({ id }) => id === parentId);
  const siblings = records.filter(record => record.parentId === parentId);
  if (siblings.length === 0) return null;
  return (
    <OrderedRecords
      label={parent ? t('childrenOf', { name: parent.name }) : t('page.list')}
      records={siblings}
      order={order}
      below={({ id }) =>
        parentId === '' && <Branch records={records} order={order} parentId={id} />
      }
    >
      {handle => <CategoryRow order={handle} />}
    </OrderedRecords>
  );
};

interface CategoryRowProps {
  order?: ReactNode;
  /** Names the parent, if it is not shown above. */
  withParent?: boolean;
}

const CategoryRow = ({ order, withParent = false }: CategoryRowProps) => {
  const record = useRecord<Category>();
  const isChild = record.parentId !== '';
  const can = useCan();
  return (
    <OrderedRow
      order={order}
      indented={isChild && !withParent}
      name={<CategoryNameField withParent={withParent} />}
      count={<CategoryTemplatesLink />}
      status={<StatusField choices={enabledStatuses} />}
      time={<TimeField source="updateTime" />}
      actions={
        <RowActions>
          {!isChild && can('templates.write') && <AddChildButton parent={record} />}
          <CategoryMergeButton />
          <EditButton />
          <CategoryDeleteButton />
        </RowActions>
      }
    />
  );
};

const AddChildButton = ({ parent: { id, name } }: { parent: RecordOf<Category> }) => {
  const t = useTexts('resources.categories');
  const source = encodeURIComponent(JSON.stringify({ parentId: id }));
  return (
    <Tooltip title={t('addChild')}>
      <IconButton
        size="small"
        component={Link}
        to={`/categories/create?source=${source}`}
        aria-label={t('addChildOf', { name })}
      >
        <AddIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};

/** Picture, name and description; of what is found, the category above it. */
const CategoryNameField = ({ withParent = false }: { withParent?: boolean }) => {
  const { id, name, coverImage, description, parentId } = useRecord<Category>();
  const to = useCreatePath()({ resource: 'categories', type: 'edit', id });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PictureTile src={coverImage} name={name} size={parentId && !withParent ? 28 : 36} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={oneLine}>
          {withParent && parentId !== '' && (
            <Quiet component="span">
              <ReferenceNames ids={[parentId]} reference="categories" />
              {' / '}
            </Quiet>
          )}
          <PageLink to={to} title={name} strong>
            {name}
          </PageLink>
        </Box>
        <Quiet tiny sx={{ ...oneLine }} title={description}>
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            <CategoryTemplatesLink label />
            {description && ' · '}
          </Box>
          {description}
        </Quiet>
      </Box>
    </Box>
  );
};

/** How many templates belong to a category; leads to them. */
const CategoryTemplatesLink = ({ label = false }: { label?: boolean }) => {
  const t = useTexts('resources.categories');
  const record = useRecord<Category>();
  const count = record.templateCount ?? 0;
  const text = label ? `${t('fields.templateCount')} ${count}` : String(count);
  if (count === 0) return <>{text}</>;
  return (
    <PageLink
      // Within text a link must be distinguished by more than its colour.
      underline={label ? 'always' : 'hover'}
      to={listPath('templates', { categoryIds: record.id })}
      aria-label={t('templates', { name: record.name, count })}
    >
      {text}
    </PageLink>
  );
};
