import { Card } from '@mui/material';
import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../record.ts';

export const UserHistory = ({ user }: { user: RecordOf<User> }) => <Card>{user.id}</Card>;
