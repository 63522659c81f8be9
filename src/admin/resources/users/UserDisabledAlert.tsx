import { Alert } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { User } from '#contract/user.ts';
import { exactTime } from '../../../shared/time.ts';
import type { RecordOf } from '../../kit/base/record.ts';

/** Why a user is disabled, and until when. */
export const UserDisabledAlert = () => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<User>>();
  if (!record || record.status === 'normal') return null;
  const { status, statusReason, disabledUntil } = record;
  const until =
    status === 'deleted'
      ? ''
      : disabledUntil
        ? translate('resources.users.status.until', { time: exactTime(disabledUntil) })
        : translate('resources.users.status.untilFurther');
  const why = translate('resources.users.status.why', { reason: statusReason || '—' });
  return (
    <Alert severity={status === 'disabled' ? 'warning' : 'info'}>
      {[translate(`resources.users.status.${status}.is`), until, why].filter(Boolean).join('，')}
    </Alert>
  );
};
