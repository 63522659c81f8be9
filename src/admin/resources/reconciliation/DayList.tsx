import DifferenceIcon from '@mui/icons-material/DifferenceOutlined';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  BILL_DAYS,
  type ReconciliationDay,
  reconciliationStatuses,
} from '#contract/reconciliation.ts';
import { instant } from '#contract/zod.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { reconciliation } from '#i18n/zh/reconciliation.ts';
import { formatYuan } from '../../../shared/money.ts';
import { dayOf, dayStart } from '../../../shared/time.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useCreatePath, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { StatusLabel } from '../../kit/field/valueFields.tsx';
import { DateInput } from '../../kit/form/inputs.tsx';
import { DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ToolbarButton } from '../../kit/list/ToolbarButton.tsx';
import { RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import { DayNameField, GapField, SumField } from './DayFields.tsx';
import { dayName } from './records.ts';

addTexts({ reconciliation });

const Column = DataTable.Col<ReconciliationDay>;

/** The bill's sums, ours, and the difference. */
const sumColumns = (
  fen: 'paidFen' | 'refundedFen',
  count: 'paidCount' | 'refundCount',
  gap: 'paidGap' | 'refundedGap',
) => [
  ...(['there', 'ours'] as const).map(side => (
    <Column
      key={side}
      source={`${side}.${fen}`}
      align="right"
      render={record => <SumField fen={record[side][fen]} count={record[side][count]} />}
    />
  )),
  <Column key={gap} source={gap} align="right" render={() => <GapField of={fen} />} />,
];

/** Each day of the gateway's bills compared with our records. */
export const DayList = () => (
  <List
    sort={{ field: 'dayTime', order: 'DESC' }}
    withCounts
    statuses={reconciliationStatuses}
    filters={<DateRangeFilter source="dayTime" />}
    card={<DayCard />}
    actions={
      <ListActions>
        <DayToolbar />
      </ListActions>
    }
  >
    <DataTable<ReconciliationDay> bulkActionButtons={false} rowClick="show">
      <Column source="dayTime" sortByOrder="DESC" field={DayNameField} />
      <StatusColumn choices={reconciliationStatuses} />
      {sumColumns('paidFen', 'paidCount', 'paidGap')}
      {sumColumns('refundedFen', 'refundCount', 'refundedGap')}
      <Column source="openCount" align="right" render={openOf} />
      <TimeColumn source="finishTime" />
    </DataTable>
  </List>
);

const openOf = ({ openCount }: Pick<ReconciliationDay, 'openCount'>) =>
  openCount > 0 ? openCount : '';

/** A day on a phone. */
const DayCard = () => {
  const day = useRecord<ReconciliationDay>();
  const { there, ours, openCount } = day;
  const say = useTexts('resources.reconciliation.card');
  return (
    <RelatedCard
      to={useCreatePath()({ resource: 'reconciliation', type: 'show', id: day.id })}
      title={dayName(day.id)}
      value={<StatusLabel {...reconciliationStatuses[day.status]} />}
      lines={[
        say('paid', { there: formatYuan(there.paidFen), ours: formatYuan(ours.paidFen) }),
        say('refunded', {
          there: formatYuan(there.refundedFen),
          ours: formatYuan(ours.refundedFen),
        }),
        openCount > 0 && say('open', { count: openCount }),
      ]}
    />
  );
};

/** From here to the differences of all days, and to a day that is not in the list. */
const DayToolbar = () => {
  const t = useTexts('resources.reconciliation');
  const navigate = useNavigate();
  return (
    <>
      <ToolbarButton
        icon={<DifferenceIcon fontSize="small" />}
        label={t('allDifferences')}
        onClick={() => void navigate(listPath('reconciliation/differences', { status: 'open' }))}
      />
      <DialogButton
        right="reconciliation.write"
        texts="resources.reconciliation.run"
        values={{ days: BILL_DAYS }}
        button={{ size: 'small', variant: 'contained', sx: { minHeight: { xs: 36, sm: 0 } } }}
      >
        <DayRunForm />
      </DialogButton>
    </>
  );
};

const DAY = 86_400_000;
/** The bill of a day is available at ten in the morning of the next day. */
const BILL_LAG = DAY + 10 * 3_600_000;

/** Compares a chosen day, for the first time or again. */
const DayRunForm = () => {
  const createPath = useCreatePath();
  const t = useTexts('resources.reconciliation');
  const navigate = useNavigate();
  const { invoke } = useDataProvider();
  const [newest] = useState(() => dayStart(dayOf(Date.now() - BILL_LAG)));
  return (
    <ActionForm
      fields={{ day: instant }}
      defaultValues={{ day: newest }}
      validate={({ day }) =>
        typeof day === 'number' && day > newest ? { day: t('run.tooNew') } : ({} as never)
      }
      run={({ day }) =>
        invoke('adminReconciliation', 'runDay', { day: dayOf(day).replaceAll('-', '') })
      }
      done={({ _id, status }) =>
        t('run.done', {
          day: dayName(_id),
          status: reconciliationStatuses[status].label,
        })
      }
      onDone={({ _id }) =>
        void navigate(createPath({ resource: 'reconciliation', type: 'show', id: _id }))
      }
    >
      <DateInput source="day" fullWidth />
    </ActionForm>
  );
};
