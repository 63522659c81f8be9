import { Box } from '@mui/material';
import { useReference } from 'react-admin';
import type { User } from '#contract/user.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { nameOfUser, UserAvatar } from '../user-link/parts.ts';
import type { OrderRecord } from './orderRecord.ts';

/** Who bought it, by the name of that time; the pictures of a page come with one call. */
export const OrderUserField = ({ size = 26 }: { size?: number }) => {
  const record = useRecord<OrderRecord>();
  const { referenceRecord: user } = useReference<RecordOf<User>>({
    reference: 'users',
    id: record.userId ?? '',
    options: { enabled: Boolean(record.userId), staleTime: 60_000 },
  });
  const name = nameOfUser({ nickName: record.userSnap.nickName, openid: record.openid });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <UserAvatar src={user?.avatarUrl ?? ''} name={name} size={size} />
      <Box
        sx={{
          maxWidth: 160,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
        title={name}
      >
        {name}
      </Box>
    </Box>
  );
};
