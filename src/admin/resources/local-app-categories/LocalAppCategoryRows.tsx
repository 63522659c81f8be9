import { Box, Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { enabledStatuses } from '#contract/category.ts';
import type { LocalAppCategory } from '#contract/localApp.ts';
import { editPath, type RecordOf, useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { OrderedHead, OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { SortableList } from '../../kit/list/SortableList.tsx';
import { useOrder } from '../../kit/list/useOrder.ts';
import { useWholeList } from '../../kit/list/useWholeList.ts';
import { LocalAppCategoryDeleteButton } from './LocalAppCategoryDeleteButton.tsx';

/** All categories in their order; of a search only what was found, which has none. */
export const LocalAppCategoryRows = () => {
  const translate = useTranslate();
  const t = useTexts('resources.local-app-categories');
  const { filterValues } = useListContext();
  const isSearched = Object.keys(filterValues as object).length > 0;
  const { records, order } = useOrder(useWholeList<RecordOf<LocalAppCategory>>());
  return (
    <>
      <OrderedHead
        order={!isSearched && translate('list.order.column')}
        name={t('fields.name')}
        count={t('fields.appCount')}
        status={t('fields.status')}
        time={t('fields.updateTime')}
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

const LocalAppCategoryRow = ({ order }: { order?: ReactNode }) => {
  const { id, name, icon } = useRecord<RecordOf<LocalAppCategory>>();
  return (
    <OrderedRow
      order={order}
      name={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
          <PictureTile src={icon} name={name} size={32} />
          <MuiLink
            component={Link}
            to={editPath('local-app-categories', id)}
            title={name}
            sx={{ ...oneLine, minWidth: 0, fontWeight: 500, color: 'text.primary' }}
          >
            {name}
          </MuiLink>
          <Box
            sx={{
              display: { sm: 'none' },
              flex: 'none',
              color: 'text.secondary',
              fontSize: '0.8125rem',
            }}
          >
            <AppsLink label />
          </Box>
        </Box>
      }
      count={<AppsLink />}
      status={<StatusField choices={enabledStatuses} />}
      time={<TimeField source="updateTime" />}
      actions={
        <RowActions>
          <LocalAppCategoryDeleteButton />
        </RowActions>
      }
    />
  );
};

/** How many apps belong to it; leads to them. */
const AppsLink = ({ label = false }: { label?: boolean }) => {
  const translate = useTranslate();
  const record = useRecord<RecordOf<LocalAppCategory>>();
  const count = record.appCount ?? 0;
  const text = label
    ? `${translate('resources.local-app-categories.fields.appCount')} ${count}`
    : String(count);
  if (count === 0) return <>{text}</>;
  const filter = encodeURIComponent(JSON.stringify({ categoryId: record.id }));
  return (
    <MuiLink
      component={Link}
      to={`/local-app-templates?filter=${filter}`}
      aria-label={translate('resources.local-app-categories.apps', { name: record.name, count })}
    >
      {text}
    </MuiLink>
  );
};
