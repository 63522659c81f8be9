import { useState } from 'react';
import { DateInput } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BILL_DAYS, reconciliationStatuses } from '#contract/reconciliation.ts';
import { z } from '#contract/zod.ts';
import { dayOf } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { dayName, dayPath } from './records.ts';

const DAY = 86_400_000;
/** The bill of a day is available at ten in the morning of the next day. */
const BILL_LAG = DAY + 10 * 3_600_000;

/** Compares a chosen day, for the first time or again. */
export const DayRunDialog = () => {
  const t = useTexts('resources.reconciliation');
  const navigate = useNavigate();
  const invoke = useInvoke();
  const [newest] = useState(() => dayOf(Date.now() - BILL_LAG));
  return (
    <ActionDialog
      texts="resources.reconciliation.run"
      values={{ days: BILL_DAYS }}
      fields={{ day: z.string().min(1) }}
      defaults={{ day: newest }}
      check={({ day }) =>
        typeof day === 'string' && day > newest ? { day: t('run.tooNew') } : ({} as never)
      }
      run={({ day }) =>
        invoke('adminReconciliation', 'runDay', { day: day.slice(0, 10).replaceAll('-', '') })
      }
      done={({ _id, status }) =>
        t('run.done', {
          day: dayName(_id),
          status: reconciliationStatuses[status].label,
        })
      }
      onDone={({ _id }) => void navigate(dayPath(_id))}
    >
      <DateInput source="day" parse={(value: string) => value} fullWidth />
    </ActionDialog>
  );
};
