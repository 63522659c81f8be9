import { Box } from '@mui/material';
import { RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import type { LocalAppCategory } from '#contract/localApp.ts';
import { OrderedHead } from '../../kit/list/OrderedRow.tsx';
import { SortableList } from '../../kit/list/SortableList.tsx';
import { useOrder } from '../../kit/list/useOrder.ts';
import { useWholeList } from '../../kit/list/useWholeList.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { LocalAppCategoryRow } from './LocalAppCategoryRow.tsx';

const t = (key: string) => `resources.local-app-categories.${key}`;

/** All categories in their order; of a search only what was found, which has none. */
export const LocalAppCategoryRows = () => {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const isSearched = Object.keys(filterValues as object).length > 0;
  const { records, order } = useOrder(useWholeList<RecordOf<LocalAppCategory>>());
  return (
    <>
      <OrderedHead
        order={!isSearched && translate('list.order.column')}
        name={translate(t('fields.name'))}
        count={translate(t('fields.appCount'))}
        status={translate(t('fields.status'))}
        time={translate(t('fields.updateTime'))}
        actions={translate('list.actions')}
      />
      {isSearched ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {records.map(record => (
            <RecordContextProvider key={record.id} value={record}>
              <li>
                <LocalAppCategoryRow />
              </li>
            </RecordContextProvider>
          ))}
        </Box>
      ) : (
        <SortableList
          label={translate('app.pages.localAppCategories')}
          records={records}
          nameOf={({ name }) => name}
          onOrder={order}
        >
          {(record, handle) => (
            <RecordContextProvider value={record}>
              <LocalAppCategoryRow order={handle} />
            </RecordContextProvider>
          )}
        </SortableList>
      )}
    </>
  );
};
