import { DataTable } from 'react-admin';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { formatYuan } from '../../../shared/money.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { printPath } from './paths.ts';
import type { PrintRecord } from './printOrder.ts';
import { PrintDueField } from './PrintDueField.tsx';
import { PrintExpressField } from './PrintExpressField.tsx';
import { PrintNumberField } from './PrintNumberField.tsx';
import { PrintOrderBulkActions } from './PrintOrderBulkActions.tsx';
import { PrintPhotosField } from './PrintPhotosField.tsx';
import { PrintReceiverField } from './PrintReceiverField.tsx';
import { PrintSizesField } from './PrintSizesField.tsx';

const Column = DataTable.Col<PrintRecord>;

export const PrintOrderTable = () => (
  <DataTable<PrintRecord>
    rowClick={id => printPath(String(id))}
    bulkActionButtons={<PrintOrderBulkActions />}
    hiddenColumns={['payFen']}
    sx={stickyTable}
  >
    <Column source="printNo" disableSort field={PrintNumberField} cellClassName="nowrap" />
    <Column source="photos" disableSort field={PrintPhotosField} />
    <Column source="sizes" disableSort field={PrintSizesField} />
    <Column source="address" disableSort field={PrintReceiverField} />
    <Column source="status" disableSort>
      <StatusField choices={printOrderStatuses} />
    </Column>
    <Column source="slaTime" sortByOrder="ASC" field={PrintDueField} cellClassName="nowrap" />
    <Column source="express" disableSort field={PrintExpressField} />
    <Column source="payFen" disableSort align="right" render={({ payFen }) => formatYuan(payFen)} />
    <Column source="createTime" sortByOrder="DESC" cellClassName="quiet">
      <TimeField source="createTime" />
    </Column>
  </DataTable>
);
