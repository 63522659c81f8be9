import { Box } from '@mui/material';
import { RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import type { Category } from '#contract/category.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { OrderedHead } from '../../kit/list/OrderedRow.tsx';
import { SortableList } from '../../kit/list/SortableList.tsx';
import { useOrder } from '../../kit/list/useOrder.ts';
import { useWholeList } from '../../kit/list/useWholeList.ts';
import { CategoryRow } from './CategoryRow.tsx';

type CategoryRecord = RecordOf<Category>;

/** The categories of two levels, each among its siblings in their order; of a search what was found, without one. */
export const CategoryTree = () => {
  const translate = useTranslate();
  const t = useTexts('resources.categories');
  const { filterValues } = useListContext();
  const isSearched = Object.keys(filterValues as object).length > 0;
  const { records, order } = useOrder(useWholeList<CategoryRecord>());
  return (
    <>
      <OrderedHead
        order={!isSearched && translate('list.order.column')}
        name={t('fields.name')}
        count={t('fields.templateCount')}
        status={t('fields.status')}
        time={t('fields.updateTime')}
        actions={translate('list.actions')}
      />
      {isSearched ? (
        <Found records={records} />
      ) : (
        <Branch records={records} order={order} parentId="" />
      )}
    </>
  );
};

const Found = ({ records }: { records: CategoryRecord[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {records.map(record => (
      <RecordContextProvider key={record.id} value={record}>
        <li>
          <CategoryRow withParent />
        </li>
      </RecordContextProvider>
    ))}
  </Box>
);

interface BranchProps {
  records: CategoryRecord[];
  order: (some: CategoryRecord[]) => void;
  /** '' for the first level. */
  parentId: string;
}

/** The categories under one, each with those under it. */
const Branch = ({ records, order, parentId }: BranchProps) => {
  const translate = useTranslate();
  const t = useTexts('resources.categories');
  const parent = records.find(({ id }) => id === parentId);
  const siblings = records.filter(record => record.parentId === parentId);
  if (siblings.length === 0) return null;
  return (
    <SortableList
      label={parent ? t('childrenOf', { name: parent.name }) : translate('app.pages.categories')}
      records={siblings}
      nameOf={({ name }) => name}
      onOrder={order}
    >
      {(record, handle) => (
        <>
          <RecordContextProvider value={record}>
            <CategoryRow order={handle} />
          </RecordContextProvider>
          {parentId === '' && <Branch records={records} order={order} parentId={record.id} />}
        </>
      )}
    </SortableList>
  );
};
