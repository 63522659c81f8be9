import { useState } from 'react';
import { DateInput, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BILL_DAYS, reconciliationStatuses } from '#contract/reconciliation.ts';
import { z } from '#contract/zod.ts';
import { dayOf } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { dayName, dayPath } from './records.ts';

const t = (key: string) => `resources.reconciliation.${key}`;
const DAY = 86_400_000;
/** The bill of a day is available at ten in the morning of the next day. */
const BILL_LAG = DAY + 10 * 3_600_000;

/** Compares a chosen day, for the first time or again. */
export const DayRunDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const invoke = useInvoke();
  const [newest] = useState(() => dayOf(Date.now() - BILL_LAG));
  return (
    <ActionDialog
      title={translate(t('run.title'))}
      labels="reconciliation"
      facts={translate(t('run.facts'), { days: BILL_DAYS })}
      fields={{ day: z.string().min(1) }}
      defaults={{ day: newest }}
      check={({ day }) =>
        typeof day === 'string' && day > newest
          ? { day: translate(t('run.tooNew')) }
          : ({} as never)
      }
      submit={translate(t('run.submit'))}
      run={({ day }) =>
        invoke('adminReconciliation', 'runDay', {
          day: String(day).slice(0, 10).replaceAll('-', ''),
        })
      }
      done={({ _id, status }) =>
        translate(t('run.done'), {
          day: dayName(_id),
          status: reconciliationStatuses[status].label,
        })
      }
      onDone={({ _id }) => void navigate(dayPath(_id))}
      onClose={onClose}
    >
      <DateInput source="day" parse={(value: string) => value} fullWidth />
    </ActionDialog>
  );
};
