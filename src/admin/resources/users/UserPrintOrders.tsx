import { type Carrier, carriers } from '#contract/carriers.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import type { userPrintOrder } from '#contract/userActions.ts';
import type { z } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PageLink, StatusField, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceManyField, RelatedCard } from '../../kit/show/ReferenceManyField.tsx';

type PrintOrder = z.output<typeof userPrintOrder>;
const Column = DataTable.Col<PrintOrder>;
const parcel = ({ expressCompany, expressNo }: Pick<PrintOrder, 'expressCompany' | 'expressNo'>) =>
  [carriers[expressCompany as Carrier]?.label, expressNo].filter(Boolean).join(' ');

export const UserPrintOrders = () => {
  const createPath = useCreatePath();
  return (
    <ReferenceManyField
      reference="users/print-orders"
      target="userId"
      filters={
        <>
          <ChoiceFilter source="status" choices={printOrderStatuses} />
          <DateRangeFilter source="createTime" />
        </>
      }
      rowClick={id => createPath({ resource: 'print-orders', type: 'show', id })}
      card={<PrintOrderCard />}
    >
      <Column source="printNo" field={PrintNumber} />
      <Column source="photoCount" align="right" />
      <Column source="payFen" align="right" render={({ payFen }) => formatYuan(payFen)} />
      <StatusColumn choices={printOrderStatuses} />
      <Column source="expressNo" render={parcel} />
      <TimeColumn source="createTime" sortByOrder="DESC" />
    </ReferenceManyField>
  );
};

const PrintNumber = () => {
  const order = useRecord<PrintOrder>();
  return (
    <PageLink to={useCreatePath()({ resource: 'print-orders', type: 'show', id: order.id })} strong>
      {order.printNo}
    </PageLink>
  );
};

const PrintOrderCard = () => {
  const t = useTexts('resources.users');
  const order = useRecord<PrintOrder>();
  return (
    <RelatedCard
      to={useCreatePath()({ resource: 'print-orders', type: 'show', id: order.id })}
      title={order.printNo}
      value={formatYuan(order.payFen)}
      lines={[
        <>
          <StatusField choices={printOrderStatuses} /> · {t('photos', { count: order.photoCount })}{' '}
          · <Time instant={order.createTime} />
        </>,
        parcel(order),
      ]}
    />
  );
};
