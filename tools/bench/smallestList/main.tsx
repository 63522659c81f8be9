import { Admin, type DataProvider, DataTable, List, Resource } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { DEFAULT_PAGE_SIZE } from '../../../contract/constants.ts';

/** The least that shows a page of orders with react-admin: what our own list is measured against. */
const dataProvider = {
  getList: async (_resource: string, { pagination }: { pagination?: { page: number } }) =>
    (await fetch(`/orders?page=${pagination?.page ?? 1}`)).json() as Promise<unknown>,
} as unknown as DataProvider;

const OrderList = () => (
  <List perPage={DEFAULT_PAGE_SIZE}>
    <DataTable>
      <DataTable.Col source="orderNo" />
      <DataTable.Col source="userSnap.nickName" />
      <DataTable.Col source="payFen" />
      <DataTable.Col source="payChannel" />
      <DataTable.Col source="status" />
      <DataTable.Col source="refundStatus" />
      <DataTable.Col source="createTime" />
    </DataTable>
  </List>
);

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="orders" list={OrderList} />
  </Admin>,
);
