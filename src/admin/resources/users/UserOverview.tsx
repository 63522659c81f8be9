import { Box } from '@mui/material';
import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { UserFacts } from './UserFacts.tsx';
import { UserNotes } from './UserNotes.tsx';
import { UserUsage } from './UserUsage.tsx';

export const UserOverview = ({ user }: { user: RecordOf<User> }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
    }}
  >
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, minWidth: 0 }}>
      <UserUsage userId={user.id} />
      <UserNotes user={user} />
    </Box>
    <Box sx={{ order: { xs: -1, lg: 0 }, minWidth: 0 }}>
      <UserFacts user={user} />
    </Box>
  </Box>
);
