import { useRecordContext } from 'react-admin';
import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../record.ts';
import { UserAvatar } from './UserAvatar.tsx';
import { nameOfUser } from './nameOfUser.ts';

export const UserPicture = () => {
  const record = useRecordContext<RecordOf<User>>();
  return record ? <UserAvatar src={record.avatarUrl} name={nameOfUser(record)} size={36} /> : null;
};
