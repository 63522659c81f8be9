import { DataTable, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { printPapers } from '#contract/printSize.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { usePrintSizes } from '../print-size-config/parts.ts';
import type { PriceRecord } from './price.ts';
import { PriceActions } from './PriceActions.tsx';
import { PackField, PeriodNote, ShippingField, TiersField } from './PriceFields.tsx';

const Column = DataTable.Col<PriceRecord>;

export const PriceTable = ({ onEdit }: { onEdit: (price: PriceRecord) => void }) => {
  const translate = useTranslate();
  const { nameOf } = usePrintSizes();
  return (
    <DataTable<PriceRecord>
      rowClick={(_id, _resource, record) => {
        onEdit(record as PriceRecord);
        return false;
      }}
      bulkActionButtons={false}
      hiddenColumns={['sort']}
      sx={stickyTable}
    >
      <Column
        source="name"
        disableSort
        render={({ name }) => (
          <>
            <OneLine text={name} width={160} strong />
            <PeriodNote />
          </>
        )}
      />
      <Column
        source="sizeId"
        disableSort
        render={({ sizeId }) => <OneLine text={nameOf(sizeId)} width={112} />}
      />
      <Column source="paper" disableSort render={({ paper }) => printPapers[paper].label} />
      <Column
        source="tiers"
        disableSort
        cellClassName="nowrap"
        render={({ tiers }) => <TiersField tiers={tiers} />}
      />
      <Column source="pack" disableSort field={PackField} cellClassName="nowrap" />
      <Column source="shipping" disableSort field={ShippingField} />
      <StatusColumn choices={enabledStatuses} />
      <Column source="sort" sortByOrder="DESC" align="right" />
      <TimeColumn source="updateTime" disableSort />
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <PriceActions onEdit={onEdit} />
      </Column>
    </DataTable>
  );
};
