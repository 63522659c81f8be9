import { useRecordContext, useTranslate } from 'react-admin';
import { type PrintOrderStatus, printOrderStatuses } from '#contract/printOrderStates.ts';
import { Panel } from '../../../kit/show/Panel.tsx';
import { Timeline, type TimelineEvent } from '../../../kit/show/Timeline.tsx';
import type { PrintRecord } from '../printOrder.ts';

/** Every move and every change of address, in one line of time. */
export const PrintHistory = () => {
  const translate = useTranslate();
  const record = useRecordContext<PrintRecord>();
  if (!record) return null;
  const t = (key: string, values?: object) =>
    translate(`resources.print-orders.timeline.${key}`, values);
  const moves = record.history.map(({ time, from, to, by, reason }): TimelineEvent => {
    const status = printOrderStatuses[to as PrintOrderStatus];
    const begins = from === '';
    return {
      time,
      by: by || t('system'),
      note: reason,
      tone: status?.tone ?? 'neutral',
      title: begins
        ? t(record.reprintOf ? 'reprinted' : 'created')
        : from === to
          ? t('corrected')
          : (status?.label ?? to),
    };
  });
  const addresses = record.addressChanges.map(({ time, by, from, to }): TimelineEvent => ({
    time,
    by,
    title: t('address'),
    note: t('addressNote', { from, to }),
  }));
  const created = record.history.some(({ from }) => from === '')
    ? []
    : [{ time: record.createTime, title: t('created') }];
  return (
    <Panel title={translate('resources.print-orders.panel.timeline')}>
      <Timeline events={[...created, ...moves, ...addresses]} />
    </Panel>
  );
};
