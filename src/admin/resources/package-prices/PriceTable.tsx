import { DataTable } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { printPapers } from '#contract/printSize.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { ActionsColumn, ListColumn, StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { useRowDialog } from '../../kit/list/useRowDialog.tsx';
import { usePrintSizes } from '../print-size-config/parts.ts';
import type { PriceRecord } from './price.ts';
import { PriceActions } from './PriceActions.tsx';
import { PriceDialog } from './PriceDialog.tsx';
import { PackField, PeriodNote, ShippingField, TiersField } from './PriceFields.tsx';

const Column = ListColumn<PriceRecord>;

export const PriceTable = () => {
  const { rowClick, dialog } = useRowDialog(<PriceDialog />);
  const { nameOf } = usePrintSizes();
  return (
    <>
      <DataTable<PriceRecord> rowClick={rowClick} hiddenColumns={['sort']}>
        <Column
          source="name"
          render={({ name }) => (
            <>
              <OneLine text={name} width={160} strong />
              <PeriodNote />
            </>
          )}
        />
        <Column
          source="sizeId"
          render={({ sizeId }) => <OneLine text={nameOf(sizeId)} width={112} />}
        />
        <Column source="paper" render={({ paper }) => printPapers[paper].label} />
        <Column
          source="tiers"
          cellClassName="nowrap"
          render={({ tiers }) => <TiersField tiers={tiers} />}
        />
        <Column source="pack" field={PackField} cellClassName="nowrap" />
        <Column source="shipping" field={ShippingField} />
        <StatusColumn choices={enabledStatuses} />
        <Column source="sort" sortByOrder="DESC" align="right" />
        <TimeColumn source="updateTime" />
        <ActionsColumn>
          <PriceActions />
        </ActionsColumn>
      </DataTable>
      {dialog}
    </>
  );
};
