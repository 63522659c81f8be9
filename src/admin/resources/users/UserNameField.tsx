import { Box, Link as MuiLink } from '@mui/material';
import { Link } from 'react-router-dom';
import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { nameOfUser, UserAvatar, userPath } from '../user-link/parts.ts';

/** Who it is; the name is a link, so that a keyboard can open the row too. */
export const UserNameField = ({ size = 32 }: { size?: number }) => {
  const record = useRecord<RecordOf<User>>();
  const name = nameOfUser(record);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <UserAvatar src={record.avatarUrl} name={name} size={size} />
      <Box sx={{ minWidth: 0, maxWidth: { sm: 200, xl: 280 } }}>
        <MuiLink
          component={Link}
          to={userPath(record.id)}
          onClick={event => event.stopPropagation()}
          sx={{ ...oneLine, display: 'block', fontWeight: 500, color: 'text.primary' }}
        >
          {name}
        </MuiLink>
        <Box
          sx={{ ...oneLine, color: 'text.secondary', fontSize: '0.75rem' }}
          title={record.openid}
        >
          {record.openid}
        </Box>
      </Box>
    </Box>
  );
};
