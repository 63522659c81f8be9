import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { maskedPhone } from './maskedPhone.ts';

export const UserPhoneField = () => {
  const translate = useTranslate();
  const tail = useRecordContext<RecordOf<User>>()?.phoneTail;
  return tail ? (
    <Box sx={{ whiteSpace: 'nowrap' }}>{maskedPhone(tail)}</Box>
  ) : (
    <Box sx={{ color: 'text.secondary' }}>{translate('list.none')}</Box>
  );
};
