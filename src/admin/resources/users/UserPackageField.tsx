import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { User } from '#contract/user.ts';
import { dayOf } from '../../../shared/time.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { useNow } from '../../kit/base/useNow.ts';

/** The package and until when it lasts. */
export const UserPackageField = () => {
  const translate = useTranslate();
  const now = useNow();
  const record = useRecordContext<RecordOf<User>>();
  if (!record?.packageId) {
    return <Box sx={{ color: 'text.secondary' }}>{translate('list.none')}</Box>;
  }
  const { packageName, packageExpireTime } = record;
  const over = packageExpireTime !== null && packageExpireTime <= now;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      <OneLine text={packageName || record.packageId} width={140} />
      <Box sx={{ color: over ? 'warning.main' : 'text.secondary', fontSize: '0.75rem' }}>
        {packageExpireTime === null
          ? translate('resources.users.package.endless')
          : translate(`resources.users.package.${over ? 'ended' : 'until'}`, {
              day: dayOf(packageExpireTime),
            })}
      </Box>
    </Box>
  );
};
