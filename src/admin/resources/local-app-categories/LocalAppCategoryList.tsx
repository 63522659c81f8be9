import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import type { LocalAppCategory } from '#contract/localApp.ts';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { PageLink, StatusField, TimeField } from '../../kit/field/valueFields.tsx';
import { RowActions } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { OrderedRecords, useOrderedRecords } from '../../kit/list/OrderedRecords.tsx';
import { OrderedHead, OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { LocalAppCategoryDeleteButton } from './LocalAppCategoryDeleteButton.tsx';

export const LocalAppCategoryList = () => (
  <List whole sort={{ field: 'sort', order: 'DESC' }} statuses={enabledStatuses} searchable>
    <LocalAppCategoryRows />
  </List>
);

const LocalAppCategoryRows = () => {
  const t = useTexts('resources.local-app-categories.page');
  const { records, order } = useOrderedRecords<LocalAppCategory>();
  return (
    <>
      <OrderedHead isOrdered={Boolean(order)} count="appCount" />
      <OrderedRecords label={t('list')} records={records} order={order}>
        {handle => <LocalAppCategoryRow order={handle} />}
      </OrderedRecords>
    </>
  );
};

const LocalAppCategoryRow = ({ order }: { order?: ReactNode }) => {
  const { id, name, icon } = useRecord<LocalAppCategory>();
  return (
    <OrderedRow
      order={order}
      name={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
          <PictureTile src={icon} name={name} size={32} />
          <PageLink
            to={useCreatePath()({ resource: 'local-app-categories', type: 'edit', id })}
            title={name}
            strong
            noWrap
            sx={{ minWidth: 0 }}
          >
            {name}
          </PageLink>
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
          <EditButton />
          <LocalAppCategoryDeleteButton />
        </RowActions>
      }
    />
  );
};

/** How many apps belong to it; leads to them. */
const AppsLink = ({ label = false }: { label?: boolean }) => {
  const t = useTexts('resources.local-app-categories');
  const record = useRecord<LocalAppCategory>();
  const count = record.appCount ?? 0;
  const text = label ? `${t('fields.appCount')} ${count}` : String(count);
  if (count === 0) return <>{text}</>;
  return (
    <PageLink
      to={listPath('local-app-templates', { categoryId: record.id })}
      aria-label={t('apps', { name: record.name, count })}
    >
      {text}
    </PageLink>
  );
};
