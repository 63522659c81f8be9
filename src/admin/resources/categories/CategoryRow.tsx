import AddIcon from '@mui/icons-material/PlaylistAdd';
import { IconButton, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type Category, enabledStatuses } from '#contract/category.ts';
import { OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { TimeField } from '../../kit/field/TimeField.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { CategoryDeleteButton } from './CategoryDeleteButton.tsx';
import { CategoryMergeButton } from './CategoryMergeButton.tsx';
import { CategoryNameField } from './CategoryNameField.tsx';
import { CategoryTemplatesLink } from './CategoryTemplatesLink.tsx';

export interface CategoryRowProps {
  order?: ReactNode;
  /** Names the parent, if it is not shown above. */
  withParent?: boolean;
}

export const CategoryRow = ({ order, withParent = false }: CategoryRowProps) => {
  const record = useRecordContext<RecordOf<Category>>();
  if (!record) return null;
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
