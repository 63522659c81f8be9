import { differenceKinds, differenceStatuses } from '#contract/reconciliation.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { DataTable, StatusColumn } from '../../kit/list/DataTable.tsx';
import { DifferenceActs } from './DifferenceActs.tsx';
import { DifferenceNumberField, OutcomeField, SideField } from './DifferenceFields.tsx';
import type { DifferenceRecord } from './records.ts';

const Column = DataTable.Col<DifferenceRecord>;

const ActsColumn = () =>
  useCan()('reconciliation.write') && (
    <Column source="acts" align="right" cellClassName="actions" field={DifferenceActs} />
  );

/** The columns of every table of differences; a table takes its columns as its own children. */
export const differenceColumns = () => [
  <StatusColumn key="kind" source="kind" cellClassName="nowrap" choices={differenceKinds} />,
  <Column key="number" source="number" field={DifferenceNumberField} />,
  <Column
    key="billFen"
    source="billFen"
    align="right"
    render={({ billFen, billTime }) => <SideField fen={billFen} time={billTime} />}
  />,
  <Column
    key="ownFen"
    source="ownFen"
    align="right"
    render={({ ownFen, ownTime }) => <SideField fen={ownFen} time={ownTime} />}
  />,
  <Column key="status" source="status">
    <StatusField choices={differenceStatuses} />
    <OutcomeField />
  </Column>,
  <ActsColumn key="acts" />,
];
