import { useRecordContext, useTranslate } from 'react-admin';
import { reconciliationStatuses } from '#contract/reconciliation.ts';
import { formatYuan } from '../../../shared/money.ts';
import { StatusLabel } from '../../kit/field/StatusField.tsx';
import { RelatedCard } from '../../kit/show/RelatedCard.tsx';
import { dayName, dayPath, type DayRecord } from './records.ts';

/** A day on a phone. */
export const DayCard = () => {
  const translate = useTranslate();
  const day = useRecordContext<DayRecord>();
  if (!day) return null;
  const { there, ours, openCount } = day;
  const say = (key: string, values: Record<string, unknown>) =>
    translate(`resources.reconciliation.card.${key}`, values);
  return (
    <RelatedCard
      to={dayPath(day.id)}
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
