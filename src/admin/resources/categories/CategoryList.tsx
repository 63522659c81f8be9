import { type Category } from '#contract/category.ts';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { List } from '../../kit/list/List.tsx';
import { OrderedRecords, useOrderedRecords } from '../../kit/list/OrderedRecords.tsx';
import { OrderedHead } from '../../kit/list/OrderedRow.tsx';
import { CategoryRow } from './CategoryRow.tsx';

export const CategoryList = () => (
  <List whole sort={{ field: 'sort', order: 'DESC' }} statuses={enabledStatuses} searchable>
    <CategoryTree />
  </List>
);

type CategoryRecord = RecordOf<Category>;

/** The categories of two levels, each among its siblings in their order; of a search what was found, without one. */
const CategoryTree = () => {
  const { records, order } = useOrderedRecords<CategoryRecord>();
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
  records: CategoryRecord[];
  order: (some: CategoryRecord[]) => void;
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
