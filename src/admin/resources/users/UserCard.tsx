import { Box, Button } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type User, userStatuses } from '#contract/user.ts';
import { formatYuan } from '../../../shared/money.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { Time } from '../../kit/field/TimeField.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { maskedPhone } from './maskedPhone.ts';
import { UserNameField } from './UserNameField.tsx';
import { userPath } from '../user-link/parts.ts';

/** A user on a phone: name, balances and a link to the user's page. */
export const UserCard = () => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<User>>();
  if (!record) return null;
  const { id, phoneTail, packageName, credits, stats, lastActiveTime } = record;
  const facts = [
    phoneTail && maskedPhone(phoneTail),
    packageName,
    translate('resources.users.creditCount', {
      count: (credits.paid + credits.gift).toLocaleString('zh-CN'),
    }),
    formatYuan(stats.paidFen - stats.refundFen),
  ].filter(Boolean);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <UserNameField size={40} />
        </Box>
        <Box sx={{ fontSize: '0.8125rem', pt: 0.25 }}>
          <StatusField choices={userStatuses} />
        </Box>
      </Box>
      <Box sx={{ mt: 0.75, fontSize: '0.8125rem' }}>{facts.join(' · ')}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.75 }}>
        <Box sx={{ flex: 1, minWidth: 0, color: 'text.secondary', fontSize: '0.8125rem' }}>
          {lastActiveTime && (
            <>
              {translate('resources.users.lastActive')} <Time instant={lastActiveTime} />
            </>
          )}
        </Box>
        <Button
          variant="outlined"
          component={Link}
          to={userPath(id, 'tasks')}
          sx={{ minHeight: 44 }}
        >
          {translate('resources.users.tabs.tasks')}
        </Button>
        <Button variant="outlined" component={Link} to={userPath(id)} sx={{ minHeight: 44 }}>
          {translate('resources.users.open')}
        </Button>
      </Box>
    </>
  );
};
