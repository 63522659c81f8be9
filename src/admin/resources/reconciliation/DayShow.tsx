import { Alert, Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { payChannels } from '#contract/payChannels.ts';
import {
  differenceKinds,
  differenceStatuses,
  type ReconciliationDay,
  reconciliationStatuses,
} from '#contract/reconciliation.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { RunButton } from '../../kit/action/buttons.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusField, StatusLabel } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ExportButton } from '../../kit/list/ExportButton.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { ReferenceManyField } from '../../kit/show/ReferenceManyField.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { GapText, SumField } from './DayFields.tsx';
import { DifferenceCard, differenceColumns } from './DifferenceFields.tsx';
import { dayName, gapOf } from './records.ts';

const SOON_MS = 3_000;
const LATER_MS = 60_000;

/** One day: both sides, whether they agree, and every difference. */
export const DayShow = () => (
  <Show
    history={<AuditTrail />}
    refetchInterval={({ status }: ReconciliationDay) => (status === 'running' ? SOON_MS : LATER_MS)}
    header={
      <RecordHeader
        status={<StatusField choices={reconciliationStatuses} />}
        actions={<DayRunButton />}
      />
    }
    aside={
      <>
        <DayFunds />
        <DayFacts />
        <AuditTrail />
      </>
    }
    asideLast
  >
    <DayNotice />
    <DaySums />
    <DayDifferences />
  </Show>
);

const DayRunButton = () => {
  const t = useTexts('resources.reconciliation');
  const { invoke } = useDataProvider();
  const day = useRecord<ReconciliationDay>();
  return (
    <RunButton
      right="reconciliation.write"
      variant={day.run === 0 ? 'contained' : 'outlined'}
      label={t(day.run === 0 ? 'run.first' : 'run.again')}
      run={() => invoke('adminReconciliation', 'runDay', { day: day.id })}
      done={({ _id, status, failure }) =>
        failure ||
        t('run.done', {
          day: dayName(_id),
          status: reconciliationStatuses[status].label,
        })
      }
    />
  );
};

/** Why it has not been compared, or what agrees in it. */
const DayNotice = () => {
  const t = useTexts('resources.reconciliation');
  const day = useRecord<ReconciliationDay>();
  if (day.failure)
    return (
      <Alert severity={day.status === 'failed' ? 'error' : 'info'}>
        {t('failure', { reason: day.failure })}
      </Alert>
    );
  if (day.run === 0) return <Alert severity="info">{t('notYet')}</Alert>;
  if (day.hasBill === false) return <Alert severity="info">{t('noBill')}</Alert>;
  return null;
};

const DayFacts = () => {
  const t = useTexts('resources.reconciliation');
  const day = useRecord<ReconciliationDay>();
  const field = (name: string) => t(`fields.${name}`);
  return (
    <Panel title={t('facts')}>
      <FactList
        facts={[
          [field('finishTime'), day.finishTime && exactTime(day.finishTime)],
          [field('run'), day.run],
          [field('openCount'), day.openCount],
          [field('waitingCount'), day.waitingCount > 0 ? day.waitingCount : undefined],
          [field('closedCount'), day.closedCount],
        ]}
      />
    </Panel>
  );
};

/** The account's movements by the gateway's second bill, beside the sums of the first. */
const DayFunds = () => {
  const t = useTexts('resources.reconciliation.funds');
  const day = useRecordContext<RecordOf<ReconciliationDay>>();
  if (!day?.funds) return null;
  const { incomeFen, outgoFen, agrees } = day.funds;
  return (
    <Panel title={t('title')}>
      <FactList
        facts={[
          [t('income'), formatYuan(incomeFen)],
          [t('outgo'), formatYuan(outgoFen)],
          [t('fee'), formatYuan(day.feeFen)],
          [
            t('trade'),
            <Box component="span" key="agrees">
              <StatusLabel
                label={t(agrees ? 'agrees' : 'differs')}
                tone={agrees ? 'success' : 'warning'}
              />
            </Box>,
          ],
        ]}
      />
    </Panel>
  );
};

/** The differences of a day, by state and kind. */
const DayDifferences = () => {
  return (
    <ReferenceManyField
      reference="reconciliation/differences"
      target="day"
      head={
        <Box
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: 'center',
            justifyContent: 'space-between',
            pr: 1.5,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <StatusTabs choices={differenceStatuses} />
          </Box>
          <Box sx={{ ml: 'auto', flex: 'none' }}>
            <ExportButton />
          </Box>
        </Box>
      }
      filters={<ChoiceFilter source="kind" choices={differenceKinds} />}
      card={<DifferenceCard />}
    >
      {differenceColumns()}
    </ReferenceManyField>
  );
};

const table = {
  width: 1,
  borderCollapse: 'collapse',
  fontSize: { xs: '0.8125rem', sm: '0.875rem' },
  '& th, & td': {
    px: { xs: 0.75, sm: 2 },
    py: 1,
    textAlign: 'right',
    borderTop: 1,
    borderColor: 'divider',
    overflowWrap: 'anywhere',
  },
  '& th': { color: 'text.secondary', fontWeight: 400, fontSize: '0.8125rem' },
  '& tbody th': { textAlign: 'left' },
} as const;

const sums = [
  { what: 'paid', fen: 'paidFen', count: 'paidCount' },
  { what: 'refunded', fen: 'refundedFen', count: 'refundCount' },
] as const;

/** The bill's sums beside ours, and what the bill does not contain. */
const DaySums = () => {
  const t = useTexts('resources.reconciliation');
  const day = useRecord<ReconciliationDay>();
  const { there, ours, others } = day;
  const gap = gapOf(day);
  const title = (key: string) => t(`sums.${key}`);
  return (
    <>
      <Panel title={t('sums.title')} flush>
        <Box component="table" sx={table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{title('there')}</th>
              <th scope="col">{title('ours')}</th>
              <th scope="col">{title('gap')}</th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ what, fen, count }) => (
              <tr key={what}>
                <th scope="row">{title(what)}</th>
                <td>
                  <SumField fen={there[fen]} count={there[count]} />
                </td>
                <td>
                  <SumField fen={ours[fen]} count={ours[count]} />
                </td>
                <td>
                  <GapText fen={gap[fen]} />
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Panel>
      {others.length > 0 && (
        <Panel title={t('others.title')} flush>
          <Box component="table" sx={table}>
            <thead>
              <tr>
                <td />
                <th scope="col">{title('paid')}</th>
                <th scope="col">{title('refunded')}</th>
              </tr>
            </thead>
            <tbody>
              {others.map(({ payChannel, paidFen, paidCount, refundedFen, refundCount }) => (
                <tr key={payChannel}>
                  <th scope="row">{payChannels[payChannel].label}</th>
                  <td>
                    <SumField fen={paidFen} count={paidCount} />
                  </td>
                  <td>
                    <SumField fen={refundedFen} count={refundCount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Panel>
      )}
    </>
  );
};
